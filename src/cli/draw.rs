//! `draw`: one diagram as SVG, PNG or text.

use std::path::{Path, PathBuf};

use clap::Args;

use padma_book::load::{Session, display_path};
use padma_book::world::{self, Disk};
use padma_picture::backend::png;
use padma_site::build::{self, DrawnDiagram, SCALE};
use padma_text::diag::{Code, Diagnostic};

#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    /// The variant: its file's name without `.toml`
    variant: String,
    /// The diagram's lines, as in a book, separated by `;`
    diagram: String,
    /// The file to write, in the format of its extension: .svg, .png or .txt; by default, text on
    /// stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Pixels of a PNG per unit of the SVG
    #[arg(long, default_value_t = SCALE, value_name = "NUMBER")]
    scale: f64,
}

pub(crate) fn draw(args: &DrawArgs, session: &mut Session) -> Option<String> {
    let variant = session.variant(&args.variant)?;
    let checked = session.diagram(&args.variant, variant, &args.diagram);
    let as_text = args
        .output
        .as_ref()
        .is_none_or(|path| path.extension().is_some_and(|form| form == "txt"));
    let drawing = build::draw_alone(session, &args.variant, &checked, as_text)?;
    let Some(path) = &args.output else {
        return Some(drawing.text);
    };
    session
        .diagnostics
        .accept(write(path, args.scale, drawing))?;
    Some(String::new())
}

fn write(path: &Path, scale: f64, drawing: DrawnDiagram) -> Result<(), Box<Diagnostic>> {
    let bytes = match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => drawing.svg.into_bytes(),
        Some("txt") => drawing.text.into_bytes(),
        Some("png") => png::render(&drawing.svg, scale)
            .map_err(|error| Diagnostic::error(Code::TooLarge, error.to_string()))?,
        _ => {
            let message = format!(
                "the name `{}` does not say which format to write",
                path.display()
            );
            let complaint = Diagnostic::error(Code::WrongValue, message);
            return Err(Box::new(
                complaint.help("expected a name that ends in `.svg`, `.png` or `.txt`"),
            ));
        }
    };
    world::write(path, &bytes, Disk::PLAIN).map_err(|error| {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
        let help = folder.map(|folder| format!("there is no folder `{}`", display_path(folder)));
        Box::new(world::write_complaint(path, &error).help_if(help))
    })
}
