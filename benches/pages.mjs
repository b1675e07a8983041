// Measures pages on a slow phone: the time until the first paint, the time in which the page does not answer while it loads, how
// far it moves under the reader's eyes, what it fetches, and its length. Prints a line for each page whose address is given, or
// else for the pages that have most on them and for two ordinary ones.
//
//     cargo build --release && .ci/browser && target/release/padma build --out output && node benches/pages.mjs output
//
// The phone has a quarter of this machine's speed. Each file is compressed, and comes after 400 ms at 400 kbit/s. After the first
// paint, a page does not answer for the part of each task beyond 50 ms (https://web.dev/articles/tbt). How far it moves is its
// cumulative layout shift (https://web.dev/articles/cls).

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createGzip } from "node:zlib";
import { launch } from "../tests/browser/chromium.mjs";

const [site = "output", ...named] = process.argv.slice(2);
const ORDINARY = ["turtle/pieces/diagonal.html", "waterloo/board.html"];
const GREAT = ["waterloo/party-3.html", "lotus-39/atlas.html", "catalogue/pieces.html", "chessma-84/compare.html"];
const PHONE = { width: 390, height: 844 };
const ROUNDS = 3;
const SETTLED = 2000;
const SLOWER = 4;
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const KINDS = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json", ".woff2": "font/woff2", ".png": "image/png" };

const server = createServer((request, response) => {
  const path = join(site, decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": KINDS[extname(path)] ?? "text/plain", "content-encoding": "gzip" });
  createReadStream(path).pipe(createGzip()).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await launch();

// Sent to the page before any of its scripts run.
const watch = () => {
  window.seen = { tasks: [], moved: 0 };
  new PerformanceObserver((list) => list.getEntries().forEach((task) => seen.tasks.push([task.startTime, task.duration]))).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach((shift) => { if (!shift.hadRecentInput) seen.moved += shift.value; })).observe({ type: "layout-shift", buffered: true });
};

const read = () => {
  const painted = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  const blocked = seen.tasks.reduce((sum, [start, lasts]) => sum + Math.max(0, Math.min(lasts, start + lasts - painted) - 50), 0);
  const fetched = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return {
    painted,
    blocked,
    moved: seen.moved,
    kilobytes: fetched.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    loaded: Math.max(...fetched.map(({ responseEnd }) => responseEnd)),
    elements: document.getElementsByTagName("*").length,
    height: document.documentElement.scrollHeight,
  };
};

async function measure(address) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", LINE);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.addInitScript(watch);
    const response = await page.goto(`http://127.0.0.1:${server.address().port}/${address}`, { waitUntil: "networkidle" });
    if (!response.ok()) throw new Error(`the site ${site} has no page ${address}`);
    await page.waitForTimeout(SETTLED);
    rounds.push(await page.evaluate(read));
    await context.close();
  }
  const middle = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const seconds = (name) => `${(middle(name) / 1000).toFixed(2)} s`.padStart(8);
  console.log(
    `${address.padEnd(32)} painted ${seconds("painted")}, blocked ${seconds("blocked")}, loaded ${seconds("loaded")}, moved ${middle("moved").toFixed(3)}, ` +
      `${middle("kilobytes").toFixed(0)} kB, ${middle("elements")} elements, ${middle("height")} px high`,
  );
}

for (const address of named.length > 0 ? named : [...ORDINARY, ...GREAT]) await measure(address);
await browser.close();
server.close();
