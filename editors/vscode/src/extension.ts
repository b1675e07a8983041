// Starts `padma lsp` for books, and again when the setting that names the program changes.

import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** The program, as the setting names it. */
function program(): string {
    return workspace.getConfiguration("padma").get<string>("path") || "padma";
}

async function start(): Promise<void> {
    const server: ServerOptions = { command: program(), args: ["lsp"] };
    const options: LanguageClientOptions = {
        documentSelector: [
            { scheme: "file", language: "markdown" },
            { scheme: "file", pattern: "**/*.toml" },
        ],
        // What other programs change in a book is checked anew too.
        synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{md,toml}") },
    };
    client = new LanguageClient("padma", "Padma", server, options);
    try {
        await client.start();
    } catch (error) {
        client = undefined;
        const why = error instanceof Error ? error.message : String(error);
        const choice = await window.showErrorMessage(`\`${program()} lsp\` cannot be started: ${why}`, "Set the path");
        if (choice !== undefined) {
            await commands.executeCommand("workbench.action.openSettings", "padma.path");
        }
    }
}

async function stop(): Promise<void> {
    const running = client;
    client = undefined;
    await running?.stop();
}

export async function activate(context: ExtensionContext): Promise<void> {
    const restart = async (): Promise<void> => {
        await stop();
        await start();
    };
    context.subscriptions.push(
        commands.registerCommand("padma.restart", restart),
        workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration("padma.path") ? restart() : undefined)),
    );
    await start();
}

export function deactivate(): Promise<void> {
    return stop();
}
