//! The kinds of complaint.

/// Passes all codes and their names to a macro. The enum and the explanations are made from this
/// one list, so a code without an explanation does not compile.
#[macro_export]
macro_rules! for_each_code {
    ($then:ident) => {
        $then! {
            BetzaBeyond "betza-beyond",
            BetzaSyntax "betza-syntax",
            BetzaUnsettled "betza-unsettled",
            BoardCells "board-cells",
            BoardPetals "board-petals",
            BoardSize "board-size",
            BrokenLink "broken-link",
            CellAbsent "cell-absent",
            CellOccupied "cell-occupied",
            ChangedSentence "changed-sentence",
            ClaimName "claim-name",
            ClaimSyntax "claim-syntax",
            ClaimText "claim-text",
            ClaimType "claim-type",
            ClaimVerdict "claim-verdict",
            DiagramName "diagram-name",
            DiagramSyntax "diagram-syntax",
            DoubledName "doubled-name",
            DoubledRule "doubled-rule",
            DoubtfulSentence "doubtful-sentence",
            DrawingStroke "drawing-stroke",
            DrawingWord "drawing-word",
            ExportLeftover "export-leftover",
            FenSyntax "fen-syntax",
            IllegalMove "illegal-move",
            ImportLeftover "import-leftover",
            ImportSyntax "import-syntax",
            LowContrast "low-contrast",
            MissingFile "missing-file",
            MissingLetter "missing-letter",
            MoveSlip "move-slip",
            NoWinner "no-winner",
            NotUtf8 "not-utf8",
            OffStandsOn "off-stands-on",
            Picture "picture",
            PieceCycle "piece-cycle",
            RawHtml "raw-html",
            RecordSyntax "record-syntax",
            SentenceSyntax "sentence-syntax",
            StrayClaim "stray-claim",
            Template "template",
            TomlSyntax "toml-syntax",
            TooLarge "too-large",
            UncheckedClaim "unchecked-claim",
            UncoveredFact "uncovered-fact",
            UnknownCell "unknown-cell",
            UnknownChecker "unknown-checker",
            UnknownDirection "unknown-direction",
            UnknownKey "unknown-key",
            UnknownMark "unknown-mark",
            UnknownName "unknown-name",
            UnknownPiece "unknown-piece",
            UnknownPlace "unknown-place",
            UnknownSection "unknown-section",
            UnknownVariant "unknown-variant",
            UnlistedPage "unlisted-page",
            UnlistedQuestion "unlisted-question",
            UnnoticedFact "unnoticed-fact",
            UnreadSentence "unread-sentence",
            UnreadWord "unread-word",
            UntoldRule "untold-rule",
            VacuousClaim "vacuous-claim",
            VacuousRule "vacuous-rule",
            WrongResult "wrong-result",
            WrongSentence "wrong-sentence",
            WrongValue "wrong-value",
        }
    };
}

macro_rules! codes {
    ($($variant:ident $name:literal,)*) => {
        $crate::named! {
            /// The kind of a complaint, by its name in messages.
            pub enum Code by name {
                $(#[doc = concat!("`", $name, "`, which `padma explain` explains.")] $variant $name,)*
            }
        }
    };
}

for_each_code!(codes);

impl Code {
    /// Whether a complaint of this kind says that a statement is wrong or unproved, rather than
    /// that it cannot be understood.
    pub fn is_verdict(self) -> bool {
        matches!(
            self,
            Code::ChangedSentence
                | Code::ClaimVerdict
                | Code::UncheckedClaim
                | Code::UncoveredFact
                | Code::UnreadSentence
                | Code::UnreadWord
        )
    }
}
