// Holds every page of a built site against the rules of HTML, as the Nu HTML Checker and html-validate know them, and
// prints what they find as JSON, one finding a line; the last line counts the pages.
//
//     node valid.mjs FOLDER

import { execFile } from "node:child_process";
import { readdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { FileSystemConfigLoader, HtmlValidate } from "html-validate";

const site = realpathSync(process.argv[2]);
const pages = readdirSync(site, { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".html"))
  .sort();
const print = (page, check, element, advice) => console.log(JSON.stringify({ page, view: "", check, element, advice }));

// What runs for seconds is not worth the better code that a compiler makes meanwhile.
const JAVA = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"];

// All pages in one run, as it takes a second to start.
function checker() {
  const package_ = createRequire(import.meta.url).resolve("vnu-jar/package.json");
  const jar = join(dirname(package_), "build/dist/vnu.jar");
  const words = [...JAVA, "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", "--skip-non-html", site];
  return new Promise((resolve, reject) => {
    execFile("java", words, { maxBuffer: 1 << 28 }, (error, stdout) => {
      if (error) return reject(new Error(`vnu cannot be run: ${error.message}`));
      for (const { url, lastLine, type, subType, extract, message } of JSON.parse(stdout).messages) {
        const page = url ? relative(site, fileURLToPath(url)) : "";
        print(page, `vnu ${subType ?? type}`, extract ?? "", `line ${lastLine}: ${message}`);
      }
      resolve();
    });
  });
}

async function validate() {
  // An id may have any letters (HTML, 3.2.6); those of the pages have dots, so that none is taken twice.
  const rules = { "valid-id": ["error", { relaxed: true }] };
  const loader = new FileSystemConfigLoader({ root: true, extends: ["html-validate:recommended"], rules });
  const validator = new HtmlValidate(loader);
  for (const page of pages) {
    const { results } = await validator.validateFile(join(site, page));
    for (const { ruleId, line, column, message } of results.flatMap(({ messages }) => messages)) {
      print(page, ruleId, "", `line ${line}, column ${column}: ${message}`);
    }
  }
}

await Promise.all([checker(), validate()]);
console.log(JSON.stringify({ pages: pages.length }));
