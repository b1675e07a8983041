//! `build` and `check`: whole books.

use std::io::IsTerminal;
use std::path::{Component, Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use rayon::prelude::*;

use super::ask;
use super::bless::{Blessing, can_ask};
use super::common::{
    BAD, Common, FAILED, GOOD, PlacedDrawing, can_rewrite_line, print, print_to_stderr,
};
use super::progress::Progress;
use padma_book::claim::Verdict;
use padma_book::judge::{
    BookSentence, Checked, Coverage, SentenceState, book_sentences, corrections,
    sentence_complaint, unchecked_complaints, uncovered_fact_note,
};
use padma_book::load::{Session, check_folders, display_path};
use padma_book::report::{self, Baseline, BaselineNames, Report, ReportFormat, Unjudged, counted};
use padma_book::world::{self, Cleared, Disk, DiskStep, PathError, Publication};
use padma_mutate::strength;
use padma_site::build::{self, BuildPlan};
use padma_site::catalogue;
use padma_site::page::{BookForm, FORMS};
use padma_text::Sources;
use padma_text::diag::{Code, Diagnostic, Diagnostics, Severity};

#[derive(Args, Debug)]
pub(crate) struct BuildArgs {
    /// Books: folders, or their names under the content folder; all books, if none is named
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// The folder to write to; a book goes to DIR/BOOK/index.html
    #[arg(long, default_value = "output", value_name = "DIR")]
    out: PathBuf,
    /// Write no PNG pictures, which take most of the time
    #[arg(long)]
    no_png: bool,
    /// Also write each book in these forms, beside its site
    #[arg(long, value_name = "FORM", value_delimiter = ',', value_parser = form_parser())]
    also: Vec<&'static BookForm>,
    /// Say on the page of checks what would make each claim fail, see padma check --strength
    #[arg(long)]
    strength: bool,
    /// Also fail on these; may be given several times
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    deny: Vec<Denied>,
}

/// Parses the name of a form of a book.
fn form_parser() -> impl TypedValueParser<Value = &'static BookForm> {
    let known = FORMS
        .iter()
        .map(|form| PossibleValue::new(form.name).help(form.description));
    let form_of = |word: String| {
        let form = FORMS
            .iter()
            .find(|form| form.name == word)
            .ok_or("no such form")?;
        form.unavailable.map_or(Ok(form), Err)
    };
    PossibleValuesParser::new(known).try_map(form_of)
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Books: folders, or their names under the content folder; all books, if none is named
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// How to print the report
    #[arg(long, default_value = "human", value_name = "FORMAT", value_parser = ask::name_parser(ReportFormat::ALL.map(ReportFormat::name), ReportFormat::from_name))]
    format: ReportFormat,
    /// List the numbers, cells and diagrams that no claim covers, and print the share that is
    /// covered
    #[arg(long)]
    coverage: bool,
    /// Print a table instead: what was compared with each source, what is wrong in it, what a book
    /// computes, and what it does not
    #[arg(long, conflicts_with_all = ["format", "verbose", "coverage", "strength"])]
    summary: bool,
    /// Print every claim with its sentence, and what its expression says in English
    #[arg(long)]
    verbose: bool,
    /// Look for a change of the rules that makes each claim fail; list the claims without one, and
    /// the facts on which no claim depends; takes up to a minute per book
    #[arg(long)]
    strength: bool,
    /// Correct numbers and lists in the pages to what the rules give, for the named claims or for
    /// all; at a terminal, ask about each
    #[arg(long, value_name = "CLAIM", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    bless: Vec<String>,
    /// Also fail on these; may be given several times
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    deny: Vec<Denied>,
    /// Let the findings listed in this file pass, so that only new ones fail
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    baseline: Option<PathBuf>,
    /// Write all findings to a file for `--baseline`
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
}

/// Findings that are errors only on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Denied {
    /// Numbers, cells and diagrams that no claim checks
    Uncovered,
    /// Claims declared `unchecked`
    Unchecked,
    /// Sentences that have not been read against their claims
    Unread,
    /// Sentences that have changed since they were read
    Changed,
}

/// Returns an error for each denied finding in a book.
fn denied_errors(
    what: &[Denied],
    checked: &Checked,
    coverage: &Coverage,
    sources: &Sources,
) -> Diagnostics {
    let mut complaints = Diagnostics::default();
    if what.contains(&Denied::Uncovered) {
        let uncovered = coverage
            .uncovered_facts()
            .map(|fact| uncovered_fact_note(fact, checked, sources));
        uncovered.for_each(|note| {
            complaints.push(Diagnostic {
                severity: Severity::Error,
                ..note
            })
        });
    }
    let states = [
        (Denied::Unread, SentenceState::Unread),
        (Denied::Changed, SentenceState::Changed),
    ];
    let is_denied = |sentence: &BookSentence| {
        let mut states = states.iter();
        states.any(|(denied, state)| what.contains(denied) && sentence.state == *state)
    };
    if states.iter().any(|(denied, _)| what.contains(denied)) {
        let sentences = book_sentences(checked);
        let denied = sentences.iter().filter(|sentence| is_denied(sentence));
        denied.for_each(|sentence| {
            complaints.push(sentence_complaint(checked, sentence, Severity::Error));
        });
    }
    if what.contains(&Denied::Unchecked) {
        unchecked_complaints(checked).for_each(|complaint| complaints.push(complaint));
    }
    complaints
}

pub(crate) fn check(args: &CheckArgs, common: &Common) -> u8 {
    let blessing = Blessing(&args.bless);
    let is_human = args.format == ReportFormat::Human;
    let corrected = (!args.bless.is_empty()).then(|| {
        let JudgedBooks {
            session,
            folders,
            books,
        } = judge_all(&args.books, common);
        blessing.correct(&session, &folders, &books, is_human && can_ask())
    });
    let (changes, complaints) = corrected.unwrap_or_default();
    let colours = common.colours(std::io::stdout().is_terminal());
    let mut report = Report::new(
        args.format,
        colours,
        args.coverage,
        args.verbose,
        args.summary,
    );
    let (mut drawings, mut worst_status) = (Vec::new(), GOOD);
    let JudgedBooks {
        mut session,
        folders,
        books,
    } = judge_denying(&args.books, &args.deny, common);
    let known = args
        .baseline
        .as_ref()
        .map(|path| baseline(path, &mut session));
    let mut names = BaselineNames::new(display_path(&common.content));
    let needs_coverage = report.needs_coverage() || !args.deny.is_empty();
    let coverage =
        |checked| needs_coverage.then(|| Coverage::of(checked, &session.library.variants));
    let coverages: Vec<Option<Coverage>> = books.par_iter().map(coverage).collect();
    for ((folder, checked), coverage) in folders.iter().zip(&books).zip(coverages) {
        names.add(checked);
        build::rehearse(&mut session, folder, checked);
        let (variants, sources) = (&session.library.variants, &session.sources);
        if is_human {
            drawings.extend(drawings_of(checked, &session));
        }
        let strength = (args.strength && status_of(checked) == GOOD).then(|| {
            let progress = Progress::new(can_rewrite_line());
            strength(checked, &session.library, sources, &progress)
        });
        report.add(
            checked,
            coverage.as_ref(),
            strength.as_ref(),
            variants,
            sources,
        );
        if let Some(coverage) = &coverage {
            session
                .diagnostics
                .extend(denied_errors(&args.deny, checked, coverage, sources));
        }
        if changes.is_some() {
            let (_, notes) = corrections(checked, variants, sources, |claim| {
                blessing.wants(checked, claim)
            });
            session.diagnostics.extend(notes);
        }
        worst_status = worst_status.max(status_of(checked));
    }
    session.diagnostics.extend(complaints);
    if let Some(mut known) = known.flatten() {
        session.diagnostics.sort();
        let all = known.count();
        session.diagnostics = known.new_complaints(&session.diagnostics, &names, &session.sources);
        let missing = known.count();
        let passing = counted(all - missing, "known finding passes", "known findings pass");
        print_to_stderr(&format!(
            "{passing}, {}",
            counted(missing, "is no longer found", "are no longer found")
        ));
        worst_status = GOOD;
    } else if let Some(path) = &args.write_baseline {
        session.diagnostics.sort();
        let baseline = Baseline::from_complaints(&session.diagnostics, &names, &session.sources);
        match world::write(path, baseline.print().as_bytes(), Disk::PLAIN) {
            Ok(()) => {
                let findings = counted(baseline.count(), "finding", "findings");
                print_to_stderr(&format!("{findings} written to {}", display_path(path)));
            }
            Err(error) => session
                .diagnostics
                .push(world::write_complaint(path, &error)),
        }
    }
    common.complain_and_show(&mut session, drawings);
    let document = report.finish(&session.diagnostics, &session.sources);
    let changes = changes.unwrap_or_default();
    let printed = if is_human {
        print(&(changes + &document))
    } else {
        changes.lines().for_each(print_to_stderr);
        print(&document)
    };
    let status = printed.max(worst_status).max(status_of_session(&session));
    // The system frees the memory faster than dropping each value would.
    std::mem::forget((session, books));
    status
}

/// Reads the known findings from a file; `None`, after a complaint, if it cannot be read.
fn baseline(path: &Path, session: &mut Session) -> Option<Baseline> {
    let name = display_path(path);
    let id = world::read(path, &name, &mut session.sources, &mut session.diagnostics)?;
    let known = Baseline::read(session.sources.get(id).text());
    if known.is_none() {
        let message = format!("`{name}` is not a baseline");
        let complaint = Diagnostic::error(Code::WrongValue, message);
        session
            .diagnostics
            .push(complaint.help("`padma check --write-baseline FILE` writes one"));
    }
    known
}

/// Draws the positions in which a book's games go wrong.
pub(super) fn drawings_of<'a>(
    checked: &'a Checked,
    session: &'a Session,
) -> impl Iterator<Item = PlacedDrawing> + 'a {
    checked
        .wrong_moves(&session.library.variants)
        .map(|wrong| PlacedDrawing::from_wrong_move(&wrong))
}

/// Checks, draws and writes books. If a book fails, no book is written; what an earlier build
/// wrote stays.
pub(crate) fn build(args: &BuildArgs, common: &Common) -> u8 {
    let waiting = |step, _: &Path| {
        if step == DiskStep::Wait {
            print_to_stderr(&format!(
                "waiting for another build that is writing to `{}`",
                display_path(&args.out)
            ));
        }
        Ok(())
    };
    let disk = Disk::asking(&waiting);
    // Restore what a killed build put aside, even if this build fails.
    let recovered = world::recover(&args.out, disk);
    let progress = Progress::new(can_rewrite_line());
    let JudgedBooks {
        mut session,
        folders,
        books,
    } = judge_denying(&args.books, &args.deny, common);
    recovered
        .err()
        .into_iter()
        .for_each(|fault| session.diagnostics.push(build_failure(fault)));
    let into_book = folders.iter().zip(&books).find(|(folder, checked)| {
        let mut pages = checked.book.pages.iter();
        pages.any(|page| holds(&args.out, &folder.join(&page.path)))
    });
    if let Some((folder, _)) = into_book {
        let (out, book) = (display_path(&args.out), display_path(folder));
        let message = format!("`{out}` holds pages of the book in `{book}`");
        let complaint = Diagnostic::error(Code::WrongValue, message);
        let remedy = "a site is written elsewhere: name another folder with `--out DIR`";
        session.diagnostics.push(complaint.help(remedy));
    }
    let mut unjudged = Unjudged::default();
    for checked in &books {
        let coverage = Coverage::of(checked, &session.library.variants);
        unjudged.add(checked, &coverage);
        session.diagnostics.extend(denied_errors(
            &args.deny,
            checked,
            &coverage,
            &session.sources,
        ));
    }
    let stale = if args.books.is_empty() {
        world::stale_folders(&args.out, &common.content)
    } else {
        Vec::new()
    };
    let mut outputs: Vec<Publication> = Vec::new();
    // In the order of the table, without duplicates.
    let forms: Vec<&BookForm> = FORMS
        .iter()
        .filter(|form| args.also.iter().any(|asked| asked.name == form.name))
        .collect();
    if status(&session, &books) == GOOD {
        let neighbours = catalogue::neighbours(&args.out, &books, &stale);
        for (book, checked) in folders.iter().zip(&books) {
            let others = neighbours.all_but(&checked.book.name);
            let strength_result = args
                .strength
                .then(|| strength(checked, &session.library, &session.sources, &progress));
            let plan = BuildPlan {
                with_png: !args.no_png,
                strength: strength_result.as_ref(),
                neighbours: &others,
                forms: &forms,
                watcher: &progress,
            };
            let output = build::build(&mut session, book, checked, &plan);
            let folder = args.out.join(&checked.book.name);
            outputs.extend(output.map(|output| Publication {
                folder,
                book: Some(book.clone()),
                output,
            }));
        }
    }
    drop(progress);
    let mut text = String::new();
    if status(&session, &books) == GOOD {
        let published = catalogue::publish(&args.out, &outputs, &stale, disk);
        match published {
            Ok(cleared) => {
                text = report_written(&args.out, &outputs, cleared, &mut session.diagnostics);
            }
            Err(fault) => session.diagnostics.push(build_failure(fault)),
        }
    }
    let drawings = books
        .iter()
        .flat_map(|checked| drawings_of(checked, &session))
        .collect();
    common.complain_and_show(&mut session, drawings);
    let colours = common.colours(std::io::stdout().is_terminal());
    let summary: String = books
        .iter()
        .map(|checked| report::summary_line(checked, colours))
        .collect();
    let left = unjudged.left().unwrap_or_default();
    let total = match books.len() {
        0 | 1 => String::new(),
        _ => report::total_line(&books, colours),
    };
    print(&(summary + &left + &total + &text)).max(status(&session, &books))
}

/// Returns a line for each book that was removed, and one that says which file to open; warns of what could
/// not be removed.
fn report_written(
    out: &Path,
    outputs: &[Publication],
    cleared: Cleared,
    complaints: &mut Diagnostics,
) -> String {
    for (path, error) in cleared.not_removed {
        let message = format!(
            "`{}` was left in place: {}",
            display_path(&path),
            world::reason(&error)
        );
        complaints.push(Diagnostic::warning(Code::MissingFile, message));
    }
    for (path, error) in cleared.unread {
        let path = display_path(&path);
        let message = format!(
            "the pages about all books leave out the book of `{path}`: {}",
            world::reason(&error)
        );
        complaints.push(Diagnostic::warning(Code::MissingFile, message));
    }
    let first = match outputs {
        [] => None,
        [only] => Some(only.folder.join("index.html")),
        _ => Some(out.join("index.html")),
    };
    let open = first.map(|file| format!("open {}\n", display_path(&file)));
    let removed = cleared.removed.iter().map(|folder| display_path(folder));
    removed
        .map(|folder| format!("removed {folder}, whose book no longer exists\n"))
        .chain(open)
        .collect()
}

/// Whether a file is directly in a folder, however their paths are written.
fn holds(folder: &Path, file: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    let parent = file.parent().and_then(canonical);
    parent.is_some() && parent == canonical(folder)
}

/// Reports a build that cannot write its files.
fn build_failure(failure: PathError) -> Diagnostic {
    let (path, error) = failure;
    world::write_complaint(&path, &error).help("`--out DIR` writes to another folder")
}

/// The books that could be read, each with its folder.
pub(super) struct JudgedBooks {
    pub session: Session,
    pub folders: Vec<PathBuf>,
    pub books: Vec<Checked>,
}

impl JudgedBooks {
    /// Looks for the old words of changed sentences.
    pub(super) fn recall(&mut self) {
        for (folder, checked) in self.folders.iter().zip(&mut self.books) {
            self.session.recall(folder, checked);
        }
    }
}

/// Like [`judge_all`]; with the old words of changed sentences, if these are denied.
fn judge_denying(named: &[PathBuf], denied: &[Denied], common: &Common) -> JudgedBooks {
    let mut judged = judge_all(named, common);
    if denied.contains(&Denied::Changed) {
        judged.recall();
    }
    judged
}

/// Reads and judges those of the named books that can be read.
pub(super) fn judge_all(named: &[PathBuf], common: &Common) -> JudgedBooks {
    let (named_folders, complaints) = find_books(named, &common.content);
    let mut session = Session::new(&common.content, &named_folders);
    session.diagnostics.extend(complaints);
    let (mut folders, mut books): (Vec<PathBuf>, Vec<Checked>) = (Vec::new(), Vec::new());
    for (folder, checked) in named_folders.iter().zip(session.check_all(&named_folders)) {
        let Some(checked) = checked else { continue };
        let name = &checked.book.name;
        if books.iter().any(|book| book.book.name == *name) {
            let message =
                format!("two books are named `{name}` and would be written to the same folder");
            session
                .diagnostics
                .push(Diagnostic::error(Code::DoubledName, message));
            continue;
        }
        folders.push(folder.clone());
        books.push(checked);
    }
    JudgedBooks {
        session,
        folders,
        books,
    }
}

/// Returns 2 if anything is an error, else 1 if a claim fails, else 0.
pub(super) fn status(session: &Session, books: &[Checked]) -> u8 {
    books
        .iter()
        .map(status_of)
        .fold(status_of_session(session), u8::max)
}

fn status_of(checked: &Checked) -> u8 {
    match (checked.tally(Verdict::Error), checked.tally(Verdict::Fails)) {
        (0, 0) => GOOD,
        (0, _) => FAILED,
        _ => BAD,
    }
}

pub(super) fn status_of_session(session: &Session) -> u8 {
    status_of_errors(session, Code::is_verdict)
}

/// Returns the status for a session's errors alone: 1 for those that `is_verdict` accepts, 2 for
/// others, 0 without any.
pub(super) fn status_of_errors(session: &Session, is_verdict: impl Fn(Code) -> bool) -> u8 {
    let errors = session.diagnostics.only_errors();
    errors
        .map(|error| if is_verdict(error.code) { FAILED } else { BAD })
        .max()
        .unwrap_or(GOOD)
}

/// Returns the folders of the named books, or of all books, without duplicates, and complaints
/// about the names.
pub(super) fn find_books(named: &[PathBuf], content: &Path) -> (Vec<PathBuf>, Diagnostics) {
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut complaints = Diagnostics::default();
    for name in named {
        match find_book(name, content) {
            Ok(folder) if folders.contains(&folder) => {}
            Ok(folder) => folders.push(folder),
            Err(complaint) => complaints.push(*complaint),
        }
    }
    if named.is_empty() {
        complaints.extend(check_folders(content));
        match world::books(content) {
            Ok(books) if books.is_empty() => {
                let message = format!("there is no book in `{}`", content.display());
                let remedy = if content.join("book.toml").is_file() {
                    "this folder is itself a book: `--content` expects the folder that contains it"
                } else {
                    "a book is a folder with a `book.toml`"
                };
                complaints.push(Diagnostic::error(Code::MissingFile, message).help(remedy));
            }
            Ok(books) => folders = books.into_iter().map(|book| content.join(book)).collect(),
            Err(error) => complaints.push(no_content(content, &error)),
        }
    }
    (folders, complaints)
}

/// Returns the folder of a book, given by its path or its name.
pub(crate) fn find_book(name: &Path, content: &Path) -> Result<PathBuf, Box<Diagnostic>> {
    let is_plain = matches!(
        name.components().collect::<Vec<_>>()[..],
        [Component::Normal(_)]
    );
    let below = content.join(name);
    if is_plain && below.join("book.toml").is_file() {
        return Ok(below);
    }
    if name.join("book.toml").is_file() {
        return Ok(named_folder(name, content));
    }
    Err(Box::new(no_book(name, content)))
}

fn no_book(name: &Path, content: &Path) -> Diagnostic {
    let complaint = Diagnostic::error(
        Code::MissingFile,
        format!("there is no book `{}`", display_path(name)),
    );
    let below = content.join(name);
    if let Some(folder) = [name, &below].into_iter().find(|folder| folder.is_dir()) {
        return complaint.help(format!(
            "the folder `{}` has no `book.toml`",
            display_path(folder)
        ));
    }
    let around = name
        .ancestors()
        .skip(1)
        .filter(|around| !around.as_os_str().is_empty());
    if let Some(book) = around
        .into_iter()
        .find(|around| around.join("book.toml").is_file())
    {
        return complaint.help(format!(
            "a book is checked as a whole: name its folder, `{}`",
            display_path(book)
        ));
    }
    if name.is_file() {
        return complaint.help(
            "a page of no book is judged by the rules of a variant: `padma propose PAGE.md --variant VARIANT`",
        );
    }
    let known = world::books(content).unwrap_or_default();
    let last = name.file_name().unwrap_or_default().to_string_lossy();
    complaint
        .help(format!(
            "expected a folder with a `book.toml`, or its name under `{}`",
            display_path(content)
        ))
        .suggest(&last, known.iter().map(String::as_str))
}

/// Reports that the content folder is missing or cannot be read.
pub(crate) fn no_content(content: &Path, error: &std::io::Error) -> Diagnostic {
    let reason = world::reason(error);
    let message = format!(
        "the content folder `{}` cannot be read: {reason}",
        display_path(content)
    );
    let complaint = Diagnostic::error(Code::MissingFile, message);
    if Path::new("book.toml").is_file() {
        return complaint.help("this folder is a book: name it, as in `padma check .`");
    }
    if world::books(Path::new(".")).is_ok_and(|books| !books.is_empty()) {
        return complaint.help("there are books in this folder: `--content .` finds them");
    }
    complaint
        .help("run padma where the books' folder is, or name that folder with `--content`")
        .help("`padma new content/my-game` starts a book")
}

/// Returns a book's folder as its name below `content`, if it is there, so that a book is the same
/// however its path is written. Gives a path without a name, such as `.`, its name.
fn named_folder(folder: &Path, content: &Path) -> PathBuf {
    let canonical = |path: &Path| path.canonicalize().ok();
    let Some(canonical_folder) = canonical(folder) else {
        return folder.to_path_buf();
    };
    match (canonical_folder.file_name(), canonical_folder.parent()) {
        (Some(name), parent) if parent.is_some() && parent == canonical(content).as_deref() => {
            content.join(name)
        }
        // A path such as `.` has no name to give the output.
        (Some(name), _) if folder.file_name().is_none() => {
            let up: PathBuf = folder
                .components()
                .filter(|part| *part != Component::CurDir)
                .collect();
            up.join("..").join(name)
        }
        _ => folder.to_path_buf(),
    }
}
