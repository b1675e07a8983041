//! `padma serve` as a stranger on the wire and an author at an editor meet it, without a browser.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use kit::folder::{Folder, files, root};
use kit::random::Random;
use kit::server::{Server, read, without_script};

/// Two small books.
fn books() -> Folder {
    let folder = Folder::new("serve");
    folder.copy(&root().join("tests/golden/book"), "content/book");
    folder.ask(&["new", "--like", "lotus", "content/pond"]);
    folder
}

fn serve(folder: &Folder, words: &[&str]) -> Server {
    Server::start(folder.command(&[&["serve"], words].concat()))
}

#[test]
fn only_files_of_the_site_are_served() {
    let folder = books();
    folder.write("content/book/secret.txt", "secret");
    folder.write("content/secret.txt", "secret");
    let server = serve(&folder, &[]);
    for path in [
        "/",
        "/index.html",
        "/book/index.html",
        "/book/",
        "/pond/pieces/frog.html",
        "/pond/style.css",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }
    assert_eq!(server.get("/book").status, 301);
    for path in [
        "/book/book.toml",
        "/book/secret.txt",
        "/secret.txt",
        "/book/index.md",
        "/../secret.txt",
        "/book/../secret.txt",
        "/%2e%2e/secret.txt",
        "/book/%2e%2e%2fsecret.txt",
        "/book/..%5csecret.txt",
        "//etc/passwd",
        "/etc/passwd",
        "/book//etc/passwd",
        "/book/secret.txt%00.html",
        "/book/%00",
        "file:///etc/passwd",
        "http://example.org/",
        "/nothing.html",
        "/book/nothing.html",
        "/book/diagrams/nothing.png",
        "/.padma/",
        "/book/.padma",
        "*",
        "",
    ] {
        let answer = server.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {answer:?}");
        assert!(
            !answer.text().contains("secret\n") && !answer.text().contains("root:"),
            "{path}: {answer:?}"
        );
    }
    let far = [
        b"GET / HTTP/1.1\r\nHost: a\r\nX: ".as_slice(),
        &[b'x'; 17_000],
        b"\r\n\r\n",
    ]
    .concat();
    assert_eq!(server.send(&far).unwrap().status, 431);
    for (request, status) in [
        ("GET / HTTP/1.1\r\nOrigin: http://example.org", 403),
        ("GET / HTTP/1.1\r\nOrigin: null", 403),
        (
            &*format!("GET / HTTP/1.1\r\nOrigin: http://{}", server.host),
            200,
        ),
        ("HEAD /.padma/events HTTP/1.1", 200),
    ] {
        let asked = format!("{request}\r\nHost: {}\r\n\r\n", server.host);
        assert_eq!(
            server.send(asked.as_bytes()).unwrap().status,
            status,
            "{request}"
        );
    }
    let absent = server.get("/book/nothing.html").text();
    assert!(
        absent.contains("<h1>This page does not exist</h1>"),
        "{absent}"
    );
    // The names in the site's own address are no other site's.
    for host in [
        "example.org",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.example.org",
    ] {
        let asked = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(server.send(asked.as_bytes()).unwrap().status, 403, "{host}");
    }
    let post = format!(
        "POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 3\r\n\r\nabc",
        server.host
    );
    let refused = server.send(post.as_bytes()).unwrap();
    assert!(
        refused.status == 405 && refused.head.contains("Allow: GET, HEAD"),
        "{refused:?}"
    );
    let head = format!(
        "HEAD /book/style.css HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.host
    );
    let head = server.send(head.as_bytes()).unwrap();
    assert!(
        head.status == 200 && head.body.is_empty() && !head.head.contains("Content-Length: 0"),
        "{head:?}"
    );
}

#[test]
fn the_server_survives_malformed_requests_and_closed_connections() {
    let folder = books();
    let mut server = serve(&folder, &["pond"]);
    let long = [b"GET /".as_slice(), &[b'a'; 100_000], b" HTTP/1.1\r\n\r\n"].concat();
    let mut dice = Random(18);
    let noise: Vec<u8> = (0..4000)
        .map(|_| dice.below(256) as u8)
        .chain(*b"\r\n\r\n")
        .collect();
    for bytes in [
        b"\r\n\r\n".as_slice(),
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\xff\xfe\r\n\r\n",
        b"GET / HTTP/1.1\r\nno field\r\n\r\n",
        b"GET / HTTP/1.1\nHost: localhost\n\n",
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        &long,
        &noise,
    ] {
        let answer = server
            .send(bytes)
            .unwrap_or_else(|| panic!("{:?}: no answer", &bytes[..bytes.len().min(40)]));
        assert!(matches!(answer.status, 400 | 403 | 431), "{answer:?}");
    }
    // Some ask and do not wait for the answer, or say half a sentence.
    for part in [
        "",
        "GET /pond/ind",
        "GET /pond/index.html HTTP/1.1\r\nHost:",
    ] {
        server.connect().write_all(part.as_bytes()).unwrap();
    }
    let whole = format!(
        "GET /pond/atlas.html HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.host
    );
    for _ in 0..20 {
        server.connect().write_all(whole.as_bytes()).unwrap();
    }
    // Others say nothing and stay. A reader does not wait for them.
    let silent: Vec<_> = (0..100).map(|_| server.connect()).collect();
    let begun = Instant::now();
    assert_eq!(server.get("/pond/index.html").status, 200);
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "{:?}",
        begun.elapsed()
    );
    drop(silent);
    assert!(server.is_alive());
}

#[test]
fn the_server_answers_many_connections_at_once() {
    let folder = books();
    let mut server = serve(&folder, &["pond"]);
    server.get("/pond/index.html");
    let request = format!(
        "GET /pond/index.html HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.host
    );
    let mut streams: Vec<_> = (0..200).map(|_| server.connect()).collect();
    streams
        .iter_mut()
        .for_each(|stream| stream.write_all(request.as_bytes()).unwrap());
    let answers = streams
        .iter_mut()
        .map(|stream| read(stream).map(|answer| answer.status));
    let answered = answers.filter(|status| *status == Some(200)).count();
    assert_eq!(answered, 200);
    // More are too many. Those that say nothing make room for who asks.
    let crowd: Vec<_> = (0..300).map(|_| server.connect()).collect();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(server.get("/pond/index.html").status, 200);
    drop(crowd);
    // Pages that wait for changes keep their places, and leave them when they are closed.
    let events = format!(
        "GET /.padma/events?path=index.html HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.host
    );
    let mut pages: Vec<_> = (0..64).map(|_| server.connect()).collect();
    pages
        .iter_mut()
        .for_each(|stream| stream.write_all(events.as_bytes()).unwrap());
    pages
        .iter_mut()
        .for_each(|stream| assert!(stream.read(&mut [0; 64]).unwrap() > 0));
    let waits = || {
        let mut stream = server.connect();
        stream.write_all(events.as_bytes()).unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        head == *b"HTTP/1.1 200"
    };
    assert!(!waits());
    drop(pages);
    let closed = Instant::now();
    while !waits() {
        assert!(
            closed.elapsed() < Duration::from_secs(6),
            "the places of closed pages are kept"
        );
        thread::sleep(Duration::from_millis(100));
    }
    assert!(server.is_alive());
}

#[test]
fn a_port_in_use_is_an_error_with_a_remedy() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = books();
    let run = folder.padma(&["serve", "pond", "--no-open", "--port", &port]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(
        (run.status.code(), run.stdout.len()),
        (Some(2), 0),
        "{said}"
    );
    assert!(
        said.contains(&format!("port {port} is in use")) && said.contains("without `--port`"),
        "{said}"
    );
    drop(taken);
    let server = serve(&folder, &["pond", "--port", &port]);
    assert_eq!(
        server.start,
        format!("http://127.0.0.1:{port}/pond/index.html")
    );
}

/// An edit of the books, one of a few that an author makes.
fn edit(folder: &Folder, dice: &mut Random, round: usize) {
    let swap = |path: &str, from: &str, to: &str| {
        let text = folder.read(path);
        let (from, to) = if text.contains(to) {
            (to, from)
        } else {
            (from, to)
        };
        folder.write(path, text.replacen(from, to, 1));
    };
    match dice.below(8) {
        0 => folder.write(
            "content/pond/pieces/toad.md",
            format!("# Toad {round}\n\nIt sleeps.\n"),
        ),
        1 => swap(
            "content/pond/book.toml",
            "title = \"Pond\"",
            "title = \"A Pond\"",
        ),
        2 => swap(
            "content/pond/pond.toml",
            "letter = \"F\"",
            "letter = \"FR\"",
        ),
        3 => swap(
            "content/pond/book.toml",
            "\"index.md\"",
            "\"index.md\", \"pieces/toad.md\"",
        ),
        4 => folder.write(
            "content/pond/templates/card.md",
            format!("**{{{{ piece.name }}}}** {round}\n"),
        ),
        5 => _ = fs::remove_file(folder.path("content/pond/templates/card.md")),
        6 => {
            let text = folder.read("content/book/index.md");
            folder.write(
                "content/book/index.md",
                text + &format!("\nRound {round}.\n"),
            );
        }
        _ => {
            // As editors do that keep the old file until the new one is whole.
            let text =
                folder.read("content/pond/index.md") + &format!("\n## Words {round}\n\nA word.\n");
            folder.write("content/pond/.index.md.tmp", text);
            fs::rename(
                folder.path("content/pond/.index.md.tmp"),
                folder.path("content/pond/index.md"),
            )
            .unwrap();
        }
    }
}

#[test]
fn after_any_edits_the_site_is_what_a_build_writes() {
    let folder = books();
    folder.write("content/pond/pieces/toad.md", "# Toad\n");
    let server = serve(&folder, &[]);
    let mut dice = Random(7);
    let mut pages = 0;
    for round in 0..12 {
        for _ in 0..=dice.below(3) {
            edit(&folder, &mut dice, round);
        }
        // Some rounds are looked at in between, some not.
        if dice.below(2) == 0 {
            server.get("/pond/index.html");
        }
        if round % 3 < 2 {
            continue;
        }
        thread::sleep(Duration::from_millis(400));
        let _ = fs::remove_dir_all(folder.path("output"));
        let built = folder.padma(&["build"]);
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
        let mut wrong = Vec::new();
        for (path, bytes) in files(&folder.path("output")) {
            if path.contains(".padma") {
                continue;
            }
            let answer = server.get(&format!("/{path}"));
            let same = match path.ends_with(".html") {
                true => without_script(&answer.text()).into_bytes() == bytes,
                false => answer.body == bytes,
            };
            pages += 1;
            if answer.status != 200 || !same {
                wrong.push(path);
            }
        }
        assert!(
            wrong.is_empty(),
            "round {round}: {wrong:?}\n{}",
            server.said()
        );
    }
    assert!(pages > 200, "{pages}");
}

#[test]
fn after_many_saves_the_last_one_is_served() {
    let folder = books();
    let mut server = serve(&folder, &["pond"]);
    let first = folder.read("content/pond/index.md");
    for count in 0..1000 {
        let broken = if count % 3 == 0 { "[x](claim:no(" } else { "" };
        folder.write(
            "content/pond/index.md",
            format!("{first}\nSave {count}. {broken}\n"),
        );
        if count % 100 == 0 {
            server.get("/pond/index.html");
        }
    }
    folder.write(
        "content/pond/index.md",
        format!("{first}\nThe last save.\n"),
    );
    server.wait_for("/pond/index.html", |page| {
        page.text().contains("The last save.")
    });
    assert!(server.is_alive());
}

#[test]
fn the_server_survives_broken_books() {
    let folder = books();
    let mut server = serve(&folder, &[]);
    let good = server.get("/pond/index.html").text();
    let book = folder.read("content/pond/book.toml");
    let variant = folder.read("content/pond/pond.toml");
    let page = folder.read("content/pond/index.md");
    for (path, text, broken) in [
        ("content/pond/book.toml", &book, "title = \""),
        ("content/pond/book.toml", &book, ""),
        ("content/pond/pond.toml", &variant, "[board]\nkind = 3\n"),
        ("content/pond/pond.toml", &variant, "\u{feff}]]]"),
        (
            "content/pond/index.md",
            &page,
            "```diagram\nwhite nothing z99\n",
        ),
        ("content/pond/templates/page.html", &String::new(), "{% for"),
    ] {
        let said = server.said().len();
        folder.write(path, broken);
        server.wait_to_hear(said, |said| said.contains("error"));
        let shown = server.get("/pond/index.html");
        assert_eq!(shown.status, 200, "{path}");
        if path != "content/pond/index.md" {
            assert_eq!(shown.text(), good, "the last good page stays: {path}");
        }
        match text.as_str() {
            "" => fs::remove_file(folder.path(path)).unwrap(),
            text => folder.write(path, text),
        }
        server.wait_for("/pond/index.html", |answer| answer.text() == good);
    }
    // Books come, go and get other names.
    folder.copy(&root().join("tests/golden/book"), "content/third");
    fs::remove_file(folder.path("content/third/small.toml")).unwrap();
    server.wait_for("/third/index.html", |answer| answer.status == 200);
    fs::rename(folder.path("content/third"), folder.path("content/fourth")).unwrap();
    server.wait_for("/fourth/index.html", |answer| answer.status == 200);
    server.wait_for("/third/index.html", |answer| answer.status == 404);
    server.wait_for("/index.html", |answer| {
        answer.text().contains("fourth/index.html")
    });
    fs::remove_dir_all(folder.path("content/fourth")).unwrap();
    server.wait_for("/fourth/index.html", |answer| answer.status == 404);
    assert!(server.is_alive());
}

#[test]
fn a_folder_that_is_gone_and_comes_back_is_served_again() {
    for (book, gone) in [
        ("content/pond", "content"),
        ("else/where/pond", "else"),
        ("else/where/pond", "else/where/pond"),
    ] {
        let folder = Folder::new("serve-back");
        folder.write("content/note.txt", "");
        folder.ask(&["new", "--like", "lotus", book]);
        let mut server = serve(&folder, &[book]);
        assert_eq!(server.get("/pond/index.html").status, 200, "{book}");
        let kept = Folder::new("serve-kept");
        kept.copy(&folder.path(gone), "kept");
        let said = server.said().len();
        fs::remove_dir_all(folder.path(gone)).unwrap();
        server.wait_to_hear(said, |said| said.contains("error"));
        folder.copy(&kept.path("kept"), gone);
        let page = format!("{book}/index.md");
        folder.write(&page, folder.read(&page) + "\nIt is back.\n");
        server.wait_for("/pond/index.html", |page| {
            page.text().contains("It is back.")
        });
        folder.write(&page, folder.read(&page) + "\nAnd heard.\n");
        server.wait_for("/pond/index.html", |page| {
            page.text().contains("And heard.")
        });
        assert!(server.is_alive());
    }
}

#[test]
fn a_book_without_its_declaration_for_a_while_is_served_again() {
    let folder = Folder::new("serve-branches");
    folder.ask(&["new", "--like", "lotus", "content/pond"]);
    folder.ask(&["new", "--like", "lotus", "content/lake"]);
    let mut server = serve(&folder, &[]);
    assert_eq!(server.get("/pond/index.html").status, 200);
    for keeps_folder in [true, false] {
        let declaration = folder.read("content/pond/book.toml");
        let away = if keeps_folder {
            "pond/book.toml"
        } else {
            "pond"
        };
        let [here, there] = [format!("content/{away}"), "elsewhere".to_string()];
        fs::rename(folder.path(&here), folder.path(&there)).unwrap();
        server.wait_for("/pond/index.html", |answer| answer.status == 404);
        fs::rename(folder.path(&there), folder.path(&here)).unwrap();
        server.wait_for("/pond/index.html", |answer| answer.status == 200);
        assert_eq!(folder.read("content/pond/book.toml"), declaration);
    }
    assert!(server.is_alive());
}

/// The next event that a page is sent.
fn event(stream: &mut impl std::io::BufRead) -> serde_json::Value {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(
            stream.read_line(&mut line).unwrap() > 0,
            "the connection ended"
        );
        if let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str(data).unwrap();
        }
    }
}

#[test]
fn an_open_page_receives_an_event_for_each_change() {
    let folder = books();
    let server = serve(&folder, &["pond"]);
    let mut stream = server.connect();
    let asked = format!(
        "GET /.padma/events?path=/pond/&seen= HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.host
    );
    stream.write_all(asked.as_bytes()).unwrap();
    let mut stream = std::io::BufReader::new(stream);
    let first = event(&mut stream);
    let errors = |event: &serde_json::Value| {
        let flaws = event["flaws"].as_array().unwrap().clone();
        flaws
            .into_iter()
            .filter(|flaw| flaw["severity"] == "error")
            .collect::<Vec<_>>()
    };
    assert!(
        first["page"].is_string() && errors(&first).is_empty(),
        "{first}"
    );
    let good = folder.read("content/pond/index.md");
    let bad = good.replace(
        "[31 cells](<claim:count(cells)>)",
        "[32 cells](<claim:count(cells)>)",
    );
    folder.write("content/pond/index.md", bad);
    let broken = event(&mut stream);
    let flaws = errors(&broken);
    assert_eq!(flaws.len(), 1, "{broken}");
    assert_eq!(
        flaws[0]["message"],
        "this claim fails: the text says 32, the rules give 31"
    );
    assert_eq!(flaws[0]["page"], "/pond/index.html");
    let place = flaws[0]["place"].as_str().unwrap();
    assert!(place.starts_with("content/pond/index.md:"), "{place}");
    server.wait_to_hear(0, |said| said.contains(place));
    let mark = format!(
        "<mark class=\"padma-flaw\" data-flaw=\"{}\">32 cells</mark>",
        flaws[0]["number"]
    );
    assert!(broken["page"].as_str().unwrap().contains(&mark), "{broken}");
    folder.write("content/pond/index.md", &good);
    let mended = event(&mut stream);
    assert!(
        errors(&mended).is_empty() && mended["page"] == first["page"],
        "{mended}"
    );
    // What changes elsewhere leaves the page alone.
    let frog = folder.read("content/pond/pieces/frog.md");
    folder.write(
        "content/pond/pieces/frog.md",
        frog + "
```text
croak
```
",
    );
    assert!(event(&mut stream)["page"].is_null());
}

/// The proposals for a page are sent after it, and change nothing in it.
#[test]
fn an_open_page_is_sent_the_claims_that_are_proposed() {
    let folder = books();
    let text = "# The Frog\n\nFrom a corner a Knight reaches three squares.\n";
    folder.write("plain.md", text);
    folder.ask(&["new", "content/plain", "--from", "plain.md"]);
    let server = serve(&folder, &["plain"]);
    let mut stream = server.connect();
    let asked = format!(
        "GET /.padma/events?path=/plain/&seen= HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.host
    );
    stream.write_all(asked.as_bytes()).unwrap();
    let mut stream = std::io::BufReader::new(stream);
    let first = event(&mut stream);
    assert!(
        first["page"].is_string() && first["proposals"].is_null(),
        "{first}"
    );
    let proposed = event(&mut stream);
    let [fact] = &proposed["proposals"].as_array().unwrap()[..] else {
        panic!("{proposed}");
    };
    assert_eq!(fact["disagrees"], true);
    assert_eq!(fact["place"], "content/plain/index.md:3:32");
    assert_eq!(
        fact["sentence"],
        "From a corner a Knight reaches three squares."
    );
    let claim = &fact["candidates"][0];
    assert_eq!(claim["outcome"], "the text says three, the rules give 2");
    assert!(
        claim["bound_by"].as_str().unwrap().contains("“Knight”"),
        "{claim}"
    );
    // A file may be read while it is being written.
    let mended = text.replace("three", "two");
    folder.write("content/plain/index.md", &mended);
    let agrees = |event: &serde_json::Value| event["proposals"][0]["disagrees"] == false;
    while !agrees(&event(&mut stream)) {}
    assert_eq!(folder.read("content/plain/index.md"), mended);
}
