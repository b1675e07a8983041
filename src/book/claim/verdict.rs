//! Verdicts on claims, and on the parts of a claim.

padma_text::named! {
    /// The outcome of a claim.
    #[derive(Default)]
    pub enum Verdict by name {
        /// The page says what the rules give.
        Holds "holds",
        /// The source is wrong; the page says what the rules give, and why.
        Erratum "erratum",
        /// The source has several readings; the page names the one it takes.
        Depends "depends",
        /// Declared to be beyond computing.
        Unchecked "unchecked",
        /// The page and the rules disagree.
        Fails "fails",
        /// The claim cannot be computed.
        #[default]
        Error "error",
    }
}

impl Verdict {
    /// Returns the verdict in words. Claims and data for programs have its name instead.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Depends => "open question",
            Verdict::Unchecked => "not computed",
            other => other.name(),
        }
    }
}

/// The verdict on a part of a claim, with the value it is about.
pub(super) struct PartVerdict<T> {
    pub value: T,
    pub verdict: Verdict,
    /// The reason, if there is one.
    pub note: String,
}

impl<T> PartVerdict<T> {
    /// Returns the verdict `holds`, which needs no reason.
    pub(super) fn holds(value: T) -> PartVerdict<T> {
        PartVerdict {
            value,
            verdict: Verdict::Holds,
            note: String::new(),
        }
    }

    /// Returns the verdict `error`, for what cannot be computed. The complaint has been reported.
    pub(super) fn error(value: T) -> PartVerdict<T> {
        PartVerdict {
            verdict: Verdict::Error,
            ..PartVerdict::holds(value)
        }
    }
}
