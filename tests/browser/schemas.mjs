// Holds documents against JSON Schemas: reads { schemas, documents }, prints for each document what is wrong with it.
import { readFileSync } from "node:fs";
import Ajv from "ajv";

const { schemas, documents } = JSON.parse(readFileSync(process.argv[2], "utf8"));
// Strict, so that a word that is none of JSON Schema's is an error.
const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true });
const validators = Object.fromEntries(
  Object.entries(schemas).map(([kind, schema]) => [kind, ajv.compile(schema)]),
);
for (const { kind, name, value } of documents) {
  const validate = validators[kind];
  const errors = validate(value) ? [] : validate.errors.map((error) => `${error.instancePath} ${error.message}`);
  console.log(JSON.stringify({ name, errors }));
}
