// One page in the browser: everything that is looked at on it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { isOfAnIcon } from "./chromium.mjs";
import * as inside from "./inside.mjs";

export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HEIGHT = 900;
const WIDEST = 1400;
const SMALL = 360;
// Nothing may have to be scrolled sideways down to this width (WCAG 1.4.10).
const NARROWEST = 320;
// What is wide stays in the frame of the page in windows of these widths, and the text begins at one place on all pages.
const FRAMES = [800, 1280, 1440];
const columns = new Map();

// Opens a tab for one page after another: a new one for each costs more than what is looked at in it. Whatever the page
// complains of meanwhile is told to the tab's `report`.
export async function open(browser) {
  const context = await browser.newContext({ viewport: { width: WIDEST, height: HEIGHT }, colorScheme: "light" });
  const page = await context.newPage();
  const tab = { page, session: await police(page), report: undefined };
  page.on("pageerror", (error) => tab.report("console", "", String(error)));
  page.on("console", (message) => {
    const text = message.text();
    const far = text.match(/'(https?:[^']*)' violates .* Content Security Policy/);
    if (far) tab.report("request", far[1], "the site must work from the file system alone");
    else if (text.includes("Content Security Policy")) tab.report("policy", "", text);
    else if (["error", "warning"].includes(message.type()) && !isOfAnIcon(text)) tab.report("console", "", text);
  });
  return tab;
}

// Visits a page, reports what is wrong, and returns its address, anchors and links with what was counted.
export async function visit(tab, url, report) {
  const { page } = tab;
  tab.report = report;
  await page.goto(url);
  await page.evaluate(inside.wake);
  const seen = await page.evaluate(inside.inventory);
  (await page.evaluate(inside.structure)).forEach((found) => report(...found));
  (await page.evaluate(inside.runningHead)).forEach((found) => report(...found));
  const stops = await keyboard(tab);
  await proof(page, report);
  for (const width of FRAMES) {
    await page.setViewportSize({ width, height: HEIGHT });
    const { column, found } = await page.evaluate(inside.frame);
    found.forEach((wide) => report(...wide, `${width}`));
    if (column === null) continue;
    if (!columns.has(width)) columns.set(width, column);
    if (Math.abs(column - columns.get(width)) > 0.5) report("column", "", `the text begins at ${column}, elsewhere at ${columns.get(width)}`, `${width}`);
  }
  for (const width of [NARROWEST, WIDEST]) {
    await page.setViewportSize({ width, height: HEIGHT });
    (await page.evaluate(inside.overflow)).forEach((found) => report(...found, `${width}`));
  }
  const axe = await accessible(page, report);
  return { url, ...seen, counts: { ...seen.counts, stops, axe } };
}

// Sends a page's documents under the strictest policy that lets a site use its own files and run the program.
export async function police(page, scripts = "'self' 'wasm-unsafe-eval'") {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const body = readFileSync(fileURLToPath(request.url)).toString("base64");
    const responseHeaders = [
      { name: "content-type", value: "text/html; charset=utf-8" },
      { name: "content-security-policy", value: `default-src 'self'; script-src ${scripts}` },
    ];
    session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body }).catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "file:*", resourceType: "Document" }] });
  return session;
}

// What axe-core has looked at on any page, by how it is built.
const seen = new Set();

// Runs axe-core in every view, on the page, opened up, and on a proof; and before it is opened on what
// scrolls in a small window. The last view is the one that the next page is opened in.
async function accessible(page, report) {
  const views = [[SMALL, "light"], [WIDEST, "dark"], [WIDEST, "light"]];
  await page.setViewportSize({ width: SMALL, height: HEIGHT });
  await page.evaluate(AXE);
  (await page.evaluate(inside.scrolling)).forEach((found) => report(...found, `${SMALL} light`));
  (await page.evaluate(inside.targets)).forEach((found) => report(...found, `${SMALL} light`));
  (await page.evaluate(inside.unroll, [...seen])).forEach((build) => seen.add(build));
  for (const [width, colorScheme] of views) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(inside.axe, { isNight: colorScheme === "dark", isWide: width === WIDEST });
    found.forEach((violation) => report(...violation, `${width} ${colorScheme}`));
  }
  return views.length;
}

// Tabs through the page from its beginning. The keys are sent without waiting for one another; the browser takes them in turn.
// That Tab is let go changes nothing.
async function keyboard({ page, session, report }) {
  const stops = await page.evaluate(inside.watchFocus);
  const tab = { type: "rawKeyDown", key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
  // A board that is laid out when Tab comes near may scroll, and is one more stop then.
  let [missed, before] = [stops, Infinity];
  while (missed > 0 && missed < before) {
    await Promise.all(Array.from({ length: missed }, () => session.send("Input.dispatchKeyEvent", tab)));
    [missed, before] = [await page.evaluate(inside.missed), missed];
  }
  (await page.evaluate(inside.unattended)).forEach((found) => report(...found));
  return stops;
}

// The places in which a tick has been tried, by what contains them.
const tried = new Set();

// Opens the proof at the first tick, with the pointer and with a key, and closes it. Ticks in places of one sort behave alike.
async function proof(page, report) {
  // One that speaks for claims: there are words to be marked.
  const tick = page.locator(".tick").nth(await page.evaluate(inside.firstWithClaims));
  if ((await tick.count()) === 0) return;
  const { html, place } = await tick.evaluate(inside.placed);
  if (tried.has(place)) return;
  tried.add(place);
  const opened = () => tick.evaluate(inside.opened);
  await tick.click();
  const { shows, isLit } = await opened();
  if (!shows) return report("proof", html, "the proof does not show when its tick is clicked");
  if (!isLit) report("proof", html, "the words that it speaks for are not marked");
  await page.keyboard.press("Escape");
  if ((await opened()).shows) report("proof", html, "Escape does not close the proof");
  await tick.press("Enter");
  if (!(await opened()).shows) report("proof", html, "the proof does not show on Enter");
  await page.keyboard.press("Escape");
  await tick.evaluate((element) => element.blur());
  await page.mouse.move(0, 0);
}
