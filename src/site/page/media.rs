//! The media types of a site's files.

/// Returns the media type of a file by its extension.
pub fn media_type(path: &str) -> &'static str {
    let ending = path
        .rsplit_once('.')
        .map_or("", |(_, ending)| ending)
        .to_ascii_lowercase();
    match ending.as_str() {
        "html" => "text/html",
        "xhtml" => "application/xhtml+xml",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        "md" | "txt" | "toml" | "pgn" => "text/plain",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "pdf" => "application/pdf",
        "epub" => "application/epub+zip",
        _ => "application/octet-stream",
    }
}

/// Returns the parameter that names the encoding of a media type: all text of a site is UTF-8.
pub fn charset(kind: &str) -> &'static str {
    if kind.starts_with("text/") {
        ";charset=utf-8"
    } else {
        ""
    }
}
