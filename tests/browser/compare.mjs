// Compares pieces on a built page as a reader does, with the pointer and with the keyboard, and prints what the
// page shows after each step as JSON, one a line.
//
//     node compare.mjs PAGE

import { pathToFileURL } from "node:url";
import { isOfAnIcon, launch } from "./chromium.mjs";

const url = pathToFileURL(process.argv[2]).href;
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));
page.on("console", (message) => isOfAnIcon(message.text()) || complaints.push(message.text()));

// What stands on the page now. Sent to the browser by itself.
function shown() {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const told = (svg, attribute) => document.getElementById(svg.getAttribute(attribute)).textContent;
  return {
    hash: location.hash,
    checked: all("#comparer-pieces input:checked").length,
    captions: all("#comparer-boards figcaption").map((caption) => caption.textContent),
    pictures: all("#comparer-boards svg").map((svg) => ({
      name: told(svg, "aria-labelledby"),
      told: told(svg, "aria-describedby"),
      marks: all(".b-m0, .b-m1", svg).length,
      // The piece is drawn as its picture, which the page has.
      isDrawn: all("use[href^='#play.']", svg).some((use) => document.getElementById(use.getAttribute("href").slice(1))),
    })),
  };
}

// Whether the boards are those of the address. Sent to the browser by itself.
function settled() {
  const [pieces, cell] = location.hash.split("@");
  const captions = [...document.querySelectorAll("#comparer-boards figcaption")];
  const told = captions.every((caption) => caption.textContent.includes(` on ${cell} `));
  return told && captions.length === pieces.slice(1).split("+").length;
}

const print = (step, what) => console.log(JSON.stringify({ step, ...what }));
const look = async (step) => {
  await page.waitForFunction(settled);
  print(step, await page.evaluate(shown));
};

await page.goto(`${url}#archbishop@e3`);
await look("address");
// A board that was there before stays.
await page.evaluate(() => document.querySelectorAll("#comparer-boards figure").forEach((figure) => (figure.old = true)));
await page.getByLabel("Knight", { exact: true }).click();
await look("box");
print("kept", {
  old: await page.evaluate(() => [...document.querySelectorAll("#comparer-boards figure")].map(({ old }) => Boolean(old))),
});
await page.getByLabel("Cell", { exact: true }).selectOption({ label: "e2" });
await look("list");
await page.locator("#comparer-boards [data-cell=c4]").first().click();
await look("cell");
await page.getByLabel("Bishop", { exact: true }).focus();
await page.keyboard.press("Space");
await look("key");
await page.goBack();
await look("back");
await page.goForward();
await look("forward");
await page.evaluate(() => location.assign("#knight@e2"));
await look("link");
await page.reload();
await look("reload");
await page.getByLabel("Board", { exact: true }).selectOption({ label: "Lotus-41" });
await look("board");
await page.evaluate(() => {
  location.hash = "#%E0%A4%A";
});
await page.reload();
await page.locator("#comparer-boards [class^=b-t]").first().waitFor();
print("broken", await page.evaluate(shown));
// How far the page shifts by itself while it loads (web.dev/cls).
for (const [width, height] of [[1400, 900], [360, 740]]) {
  const fresh = await browser.newPage({ viewport: { width, height } });
  await fresh.goto(url);
  await fresh.locator("#comparer-boards [class^=b-t]").first().waitFor();
  await fresh.waitForTimeout(500);
  const shift = await fresh.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({
          type: "layout-shift",
          buffered: true,
        });
        setTimeout(resolve, 300, 0);
      }),
  );
  print(`shift ${width}`, { shift });
  await fresh.close();
}
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(url);
print("plain", {
  controls: await plain.locator(":is(input, select, #comparer):visible").count(),
  headings: await plain.locator("h2:visible").allInnerTexts(),
  rows: await plain.locator("tbody tr:visible").count(),
});
print("end", { complaints });
await browser.close();
