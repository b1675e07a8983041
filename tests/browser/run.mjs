// Opens pages of a built site in Chromium and prints what is wrong with them, as JSON, one finding a line; the last line
// counts what was visited. Of pages that are built alike only the longest are opened, and the others read for their links.
// Decides nothing: the test that started it does.
//
//     node run.mjs FOLDER

import { readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { launch } from "./chromium.mjs";
import { Links, written } from "./links.mjs";
import { open, visit } from "./visit.mjs";

const PAGES_AT_ONCE = 3;
// Bytes of a page as it is sent.
const HEAVIEST = 100_000;
const LONGEST = 20 * 60 * 1000;
// The pages of a book's pieces are built alike, and so are those that all books have. Of each kind this many are opened, the
// longest first.
const ALIKE = 1;

const print = (line) => console.log(JSON.stringify(line));
const site = realpathSync(process.argv[2]);
const waiting = readdirSync(site, { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".html"))
  .sort();

const kind = (name) => (dirname(name).endsWith("/pieces") ? dirname(name) : basename(name));
const size = (name) => statSync(join(site, name)).size;
const longer = (name) => waiting.filter((other) => kind(other) === kind(name) && (size(other) - size(name) || other < name) > 0);
const alike = new Set(waiting.filter((name) => longer(name).length >= ALIKE));

setTimeout(() => {
  print({ page: "", view: "", check: "time", element: "", advice: "the visit took too long and was ended" });
  process.exit(1);
}, LONGEST).unref();

const browser = await launch();
const links = new Links(site);
const counts = { pages: 0, axe: 0, claims: 0, links: 0, pictures: 0, stops: 0 };

async function work() {
  const tab = await open(browser);
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const report = (check, element, advice, view = "") => print({ page: name, view, check, element, advice });
    const html = readFileSync(join(site, name), "utf8");
    const weight = gzipSync(html).length;
    if (weight > HEAVIEST) report("weight", "", `${weight} bytes, compressed`);
    const url = pathToFileURL(join(site, name)).href;
    const seen = alike.has(name) ? written(url, html) : await visit(tab, url, report);
    links.note(name, seen);
    counts.pages += 1;
    for (const [what, count] of Object.entries(seen.counts)) counts[what] += count;
  }
}

await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
links.judge((page, element, advice) => print({ page, view: "", check: "link", element, advice }));
await browser.close();
print({ counts });
