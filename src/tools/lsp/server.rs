//! Handles a client's messages in order: rejects those that are not allowed now, and answers each
//! request or passes it to the worker.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentFormattingParams, DocumentSymbolParams, Position,
    TextDocumentPositionParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::actions::{actions, format_edits};
use super::complete::completion;
use super::document::{apply_change, path_of};
use super::hover::hover;
use super::navigate::{definition, prepare_rename, references, rename};
use super::snapshot::{Snapshot, Texts};
use super::symbols::symbols;
use super::wire::{Out, Received, read};
use super::worker::{FindAnswer, Job, WorkerState, run_worker};

/// The messages that may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Only `initialize`.
    New,
    /// Any message.
    Running,
    /// Only `exit`.
    Down,
}

/// Serves a client until it sends `exit` or disconnects. Returns whether it asked to shut down
/// before that.
///
/// # Errors
///
/// A system error while reading, a thread that cannot be started, or an unreadable header.
pub fn serve(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    stack: usize,
) -> io::Result<bool> {
    let out = Out::new(output);
    let shared = Arc::new(WorkerState::default());
    let (jobs, received) = channel();
    let worker = {
        let (shared, out) = (Arc::clone(&shared), out.clone());
        thread::Builder::new()
            .stack_size(stack)
            .spawn(move || run_worker(&received, &shared, &out))?
    };
    let mut server = Server {
        out,
        shared,
        jobs,
        texts: BTreeMap::new(),
        phase: Phase::New,
    };
    while let Some(received) = read(&mut input)? {
        match received {
            Received::Malformed(answer) => server.out.send_raw(&answer),
            Received::Message(Message::Request(request)) => server.request(request),
            Received::Message(Message::Notification(notification))
                if notification.method == "exit" =>
            {
                break;
            }
            Received::Message(Message::Notification(notification)) => {
                server.notification(notification)
            }
            // The server sends the client no requests.
            Received::Message(Message::Response(_)) => {}
        }
        if worker.is_finished() {
            return Err(io::Error::other("the thread that checks books has stopped"));
        }
    }
    Ok(server.phase == Phase::Down)
}

struct Server {
    out: Out,
    shared: Arc<WorkerState>,
    jobs: Sender<Job>,
    texts: BTreeMap<PathBuf, Arc<str>>,
    phase: Phase,
}

impl Server {
    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let error_response = |code: ErrorCode, why: &str| {
            Response::new_err(id.clone(), code as i32, why.to_string())
        };
        let answer = match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => {
                self.phase = Phase::Running;
                Some(Response::new_ok(id, initialize_result()))
            }
            (Phase::New, _) => Some(error_response(
                ErrorCode::ServerNotInitialized,
                "expected `initialize` first",
            )),
            (Phase::Down, _) => Some(error_response(
                ErrorCode::InvalidRequest,
                "expected `exit` after `shutdown`",
            )),
            (Phase::Running, "initialize") => Some(error_response(
                ErrorCode::InvalidRequest,
                "this server is already initialized",
            )),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::Down;
                Some(Response::new_ok(id, Value::Null))
            }
            (Phase::Running, _) => self.answer_or_forward(id, &method, params),
        };
        if let Some(answer) = answer {
            self.out.send(answer);
        }
    }

    /// Answers a request about a text, or passes it to the worker.
    fn answer_or_forward(
        &mut self,
        id: RequestId,
        method: &str,
        params: Value,
    ) -> Option<Response> {
        let result = match method {
            "textDocument/completion" => file_and_position(&params).map(|(path, position)| {
                let book = self.shared.named_book(&path);
                let text = self.texts.get(&path);
                text.map_or(Value::Null, |text| {
                    completion(book.as_deref(), &path, text, position)
                })
            }),
            "textDocument/documentSymbol" => {
                let parsed = parse::<DocumentSymbolParams>(params);
                let path = parsed.and_then(|parsed| path_of(parsed.text_document.uri.as_str()));
                let outline = |path: PathBuf| {
                    self.texts
                        .get(&path)
                        .map_or(Value::Null, |text| symbols(&path, text))
                };
                path.map(outline)
                    .ok_or_else(|| "expected the URI of a file".to_string())
            }
            "textDocument/formatting" => {
                let parsed = parse::<DocumentFormattingParams>(params);
                let path = parsed.and_then(|parsed| path_of(parsed.text_document.uri.as_str()));
                let edits = |path: PathBuf| {
                    self.texts
                        .get(&path)
                        .map_or(Value::Null, |text| format_edits(&path, text))
                };
                path.map(edits)
                    .ok_or_else(|| "expected the URI of a file".to_string())
            }
            _ => match parse_request(method, &params) {
                None => {
                    let why = format!("`{method}` is not a method of this server");
                    return Some(Response::new_err(id, ErrorCode::MethodNotFound as i32, why));
                }
                Some(Ok((path, answer))) => {
                    self.send_job(Job::Request { id, path, answer });
                    return None;
                }
                Some(Err(why)) => Err(why),
            },
        };
        Some(match result {
            Ok(value) => Response::new_ok(id, value),
            Err(why) => Response::new_err(id, ErrorCode::InvalidParams as i32, why),
        })
    }

    /// Parses a notification about a document. If that fails, the server's text is out of date
    /// from then on, so the user is shown a message.
    fn parse_notification<T: DeserializeOwned>(&self, method: &str, params: Value) -> Option<T> {
        let parsed = parse(params);
        if parsed.is_none() {
            let message = format!(
                "padma could not read a `{method}` and still has the earlier text: close the document and open it again"
            );
            let params = json!({"type": 1, "message": message});
            self.out.send(Notification {
                method: "window/showMessage".to_string(),
                params,
            });
        }
        parsed
    }

    fn notification(&mut self, notification: Notification) {
        if self.phase != Phase::Running {
            return;
        }
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                let parsed = self.parse_notification(&method, params);
                if let Some(DidOpenTextDocumentParams {
                    text_document: opened,
                }) = parsed
                {
                    self.set_text(&opened.uri, Some(opened.text.into()), Some(opened.version));
                }
            }
            "textDocument/didChange" => {
                let Some(DidChangeTextDocumentParams {
                    text_document: document,
                    content_changes,
                }) = self.parse_notification(&method, params)
                else {
                    return;
                };
                let Some(path) = path_of(document.uri.as_str()) else {
                    return;
                };
                let Some(old) = self.texts.get(&path) else {
                    return;
                };
                let text = content_changes
                    .into_iter()
                    .fold(old.to_string(), |text, change| apply_change(&text, change));
                self.set_text(&document.uri, Some(text.into()), Some(document.version));
            }
            "textDocument/didClose" => {
                let parsed = self.parse_notification(&method, params);
                if let Some(DidCloseTextDocumentParams {
                    text_document: closed,
                }) = parsed
                {
                    self.set_text(&closed.uri, None, None);
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.send_job(Job::Disk),
            "$/cancelRequest" => {
                let id = params
                    .get("id")
                    .cloned()
                    .and_then(|id| serde_json::from_value(id).ok());
                if let Some(id) = id {
                    self.shared.cancel(id);
                }
            }
            _ => {}
        }
    }

    fn set_text(&mut self, uri: &Uri, text: Option<Arc<str>>, version: Option<i32>) {
        let Some(path) = path_of(uri.as_str()) else {
            return;
        };
        match &text {
            Some(text) => self.texts.insert(path.clone(), Arc::clone(text)),
            None => self.texts.remove(&path),
        };
        self.send_job(Job::Text {
            path,
            text,
            version,
        });
    }

    /// Passes a job to the worker. If the worker has stopped, the server stops after this message.
    fn send_job(&self, job: Job) {
        let _ = self.jobs.send(job);
    }
}

/// A parsed request for the worker: its file, and the function that finds the answer.
type ParsedRequest = Result<(PathBuf, FindAnswer), String>;

/// Parses a request that the worker answers; `None` for an unknown method.
fn parse_request(method: &str, params: &Value) -> Option<ParsedRequest> {
    let at_position =
        |find: fn(&Snapshot, &Texts, &Path, Position, &Value) -> Result<Value, String>| {
            let (path, position) = file_and_position(params)?;
            let (file, params) = (path.clone(), params.clone());
            let answer: FindAnswer =
                Box::new(move |book, texts| find(book, texts, &file, position, &params));
            Ok((path, answer))
        };
    Some(match method {
        "textDocument/hover" => {
            at_position(|book, _, path, position, _| Ok(hover(book, path, position)))
        }
        "textDocument/definition" => {
            at_position(|book, _, path, position, _| Ok(definition(book, path, position)))
        }
        "textDocument/references" => at_position(|book, texts, path, position, params| {
            let with_definition = params["context"]["includeDeclaration"]
                .as_bool()
                .unwrap_or(true);
            Ok(references(book, texts, path, position, with_definition))
        }),
        "textDocument/prepareRename" => {
            at_position(|book, _, path, position, _| prepare_rename(book, path, position))
        }
        "textDocument/rename" => at_position(|book, texts, path, position, params| {
            rename(
                book,
                texts,
                path,
                position,
                params["newName"].as_str().unwrap_or_default(),
            )
        }),
        "textDocument/codeAction" => parse::<CodeActionParams>(params.clone())
            .and_then(|params| {
                let path = path_of(params.text_document.uri.as_str())?;
                let only = params.context.only.map(|kinds| {
                    kinds
                        .into_iter()
                        .map(|kind| kind.as_str().to_string())
                        .collect::<Vec<_>>()
                });
                let file = path.clone();
                let answer: FindAnswer = Box::new(move |book, _| {
                    Ok(actions(book, &file, params.range, only.as_deref()))
                });
                Some((path, answer))
            })
            .ok_or_else(|| NO_POSITION.to_string()),
        _ => return None,
    })
}

const NO_POSITION: &str = "expected the URI of a file and a position in it";

/// Returns the file and the position that a request is about.
fn file_and_position(params: &Value) -> Result<(PathBuf, Position), String> {
    let parsed = parse::<TextDocumentPositionParams>(params.clone());
    let place = parsed
        .and_then(|parsed| Some((path_of(parsed.text_document.uri.as_str())?, parsed.position)));
    place.ok_or_else(|| NO_POSITION.to_string())
}

fn parse<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// Returns the server's capabilities.
fn initialize_result() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": {} },
            "completionProvider": { "triggerCharacters": ["(", ":", ".", "#", "\"", "`"] },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentFormattingProvider": true,
            "documentSymbolProvider": true,
            "renameProvider": { "prepareProvider": true },
            "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor", "source.fixAll"] },
        },
        "serverInfo": { "name": "padma", "version": env!("CARGO_PKG_VERSION") },
    })
}
