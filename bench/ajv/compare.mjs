// Reads documents from standard input, a JSON array of {tool, variant, text, rounds, seconds}, and writes what it
// costs to validate them, in nanoseconds: by generated code, and by Ajv, both after JSON.parse and with it.
// argv[2] is the folder of the generated module, as JavaScript.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const Ajv = require("ajv/dist/2020").default;
const addFormats = require("ajv-formats").default;
const read = (file) => JSON.parse(fs.readFileSync(new URL(`../../schemas/${file}`, import.meta.url), "utf8"));
const acigen = await import(pathToFileURL(path.join(process.argv[2], "index.js")).href);

const ours = { lookup_knowledge: acigen.isLookupKnowledgeResult, query_logs: acigen.isQueryLogsResult, query_mysql: acigen.isQueryMysqlResult };

function ajv(tool) {
  const a = new Ajv({ strict: false });
  addFormats(a);
  a.addSchema(read("common.schema.json"));
  return a.compile(read(`${tool}/result.schema.json`));
}

function sample(f, seconds) {
  let times = 0;
  const start = process.cpuUsage();
  for (let n = 1; ; n *= 2) {
    for (let i = 0; i < n; i++) if (!f()) throw new Error("a valid document is refused");
    times += n;
    const spent = process.cpuUsage(start);
    if (spent.user + spent.system >= seconds * 1e6) return ((spent.user + spent.system) * 1000) / times;
  }
}

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

const answers = [];
for (const d of JSON.parse(fs.readFileSync(0, "utf8"))) {
  const validate = ajv(d.tool);
  const value = JSON.parse(d.text);
  const check = ours[d.tool];
  const contestants = {
    value: () => check(value),
    value_peer: () => validate(value),
    text: () => check(JSON.parse(d.text)),
    text_peer: () => validate(JSON.parse(d.text)),
  };
  const figures = {};
  for (let i = 0; i < d.rounds; i++) {
    for (const [name, f] of Object.entries(contestants)) (figures[name] ??= []).push(sample(f, d.seconds));
  }
  answers.push({ tool: d.tool, variant: d.variant, ...Object.fromEntries(Object.entries(figures).map(([n, f]) => [n, median(f)])) });
}
process.stdout.write(JSON.stringify(answers));
