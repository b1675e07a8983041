// Finds the machine's own Chromium and starts it. The one that opens no windows takes three quarters of the time. The variable
// CHROMIUM names another.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--disable-component-update",
  "--disable-background-networking",
  "--no-first-run",
];

function find() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [...candidates, ...PLACES].find((path) => existsSync(path));
  if (!found) throw new Error("no Chromium on the path");
  return found;
}

// Chromium asks for the icon of a page by itself, and complains if that page has gone meanwhile.
export const isOfAnIcon = (text) => text.startsWith("Not allowed to load local resource: ") && text.endsWith("/favicon.svg");

// How long a busy machine may take, in milliseconds.
const PATIENCE = 180_000;

export async function launch() {
  const browser = await chromium.launch({ executablePath: find(), args: FLAGS, chromiumSandbox: false });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}
