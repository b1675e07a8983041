use std::process::ExitCode;

fn main() -> ExitCode {
    padma::cli::run()
}
