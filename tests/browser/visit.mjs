// One page in the browser: everything that is looked at on it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isOfAnIcon } from "./chromium.mjs";
import * as inside from "./inside.mjs";

export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HEIGHT = 900;
const WIDTHS = [360, 1400];
const SCHEMES = ["light", "dark"];
// Nothing may have to be scrolled sideways down to this width (WCAG 1.4.10).
const NARROWEST = 320;

// Visits a page, reports what is wrong, and returns its address, anchors and links with what was counted.
export async function visit(context, url, report) {
  await policed(context, url, report);
  const page = await context.newPage();
  await listen(page, report);
  await page.goto(url);
  const seen = await page.evaluate(inside.inventory);
  (await page.evaluate(inside.structure)).forEach((found) => report(...found));
  for (const width of [NARROWEST, ...WIDTHS]) {
    await page.setViewportSize({ width, height: HEIGHT });
    (await page.evaluate(inside.overflow)).forEach((found) => report(...found, `${width}`));
  }
  const axe = await accessible(page, report);
  const stops = await keyboard(page, report);
  await pointer(page, report);
  await page.close();
  return { url, ...seen, counts: { ...seen.counts, stops, axe } };
}

// Sends a page's documents under the strictest policy that lets a site use its own files.
export const police = (page) =>
  page.route("**/*", (route) => {
    const request = route.request();
    if (request.resourceType() !== "document") return route.continue();
    const headers = { "content-security-policy": "default-src 'self'" };
    const path = decodeURIComponent(new URL(request.url()).pathname);
    return route.fulfill({ path, contentType: "text/html; charset=utf-8", headers });
  });

// Opens a page under that policy, and reports what it forbids.
async function policed(context, url, report) {
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) report("policy", "", message.text());
  });
  await police(page);
  await page.goto(url);
  await page.close();
}

// Complains of the console and of every request that is not for a file, which is not let through either.
async function listen(page, report) {
  page.on("pageerror", (error) => report("console", "", String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !isOfAnIcon(message.text())) report("console", "", message.text());
  });
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith("file:")) return route.continue();
    report("request", url, "the site must work from the file system alone");
    return route.abort();
  });
}

// Runs axe-core in every view, on the page, opened up, and on a tip that shows; and before it is opened on what
// scrolls in a small window.
async function accessible(page, report) {
  await page.evaluate(AXE);
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  (await page.evaluate(inside.scrolling)).forEach((found) => report(...found, `${WIDTHS[0]} light`));
  await page.evaluate(inside.unroll);
  let runs = 0;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(inside.axe, colorScheme === "dark");
      found.forEach((violation) => report(...violation, `${width} ${colorScheme}`));
      runs += 1;
    }
  }
  return runs;
}

// Tabs through the page from its beginning, pressing Escape at each stop where there are tips. The keys are
// sent without waiting for one another; the browser takes them in turn.
async function keyboard(page, report) {
  await page.reload();
  const stops = await page.evaluate(inside.watchFocus);
  const tips = await page.locator(".tip").count();
  const keys = await page.context().newCDPSession(page);
  const press = (key, code) => {
    const event = { key, code: key, windowsVirtualKeyCode: code };
    const send = (type) => keys.send("Input.dispatchKeyEvent", { type, ...event });
    return [send("rawKeyDown"), send("keyUp")];
  };
  const sent = [];
  for (let stop = 0; stop < stops; stop += 1) {
    sent.push(...press("Tab", 9));
    if (tips > 0) sent.push(...press("Escape", 27));
  }
  await Promise.all(sent);
  (await page.evaluate(inside.unattended)).forEach((found) => report(...found));
  return stops;
}

// Points at the first claim, and on into its tip.
async function pointer(page, report) {
  const claim = page.locator(".claim").first();
  if ((await claim.count()) === 0) return;
  const html = await claim.evaluate((element) => element.outerHTML);
  const tip = page.locator(".tip").first();
  await claim.hover();
  if (!(await tip.isVisible())) return report("tip", html, "the tip does not show when pointed at");
  const from = await claim.evaluate((element) => {
    const { left, bottom } = [...element.getClientRects()].at(-1);
    return { x: left + 2, y: bottom - 2 };
  });
  const to = await tip.boundingBox();
  await page.mouse.move(from.x, from.y);
  await page.mouse.move(from.x, to.y + to.height / 2, { steps: 20 });
  if (!(await tip.isVisible())) report("tip", html, "the pointer cannot be moved onto the tip");
  await page.mouse.move(0, 0);
}
