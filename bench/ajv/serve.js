// Does as each line of standard input says: {"load": text, "tool": name} keeps a
// document, compiles its schema with Ajv and answers with verdict and value; {"run": index, "times": n} does JSON.parse and validation
// n times and answers with the nanoseconds that took.
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const Ajv = require("ajv/dist/2020").default;
const addFormats = require("ajv-formats").default;

const root = path.join(__dirname, "..", "..", "schemas");
const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));

// A validator for each document alone: V8 tunes a function to the order of the
// members that it has seen, and one that sees every order is slow for all.
function compile(tool) {
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  ajv.addSchema(read("common.schema.json"));
  return ajv.compile(read(path.join(tool, "result.schema.json")));
}

const documents = [];

function load(text, tool) {
  const validate = compile(tool);
  documents.push({ text, validate });
  const value = JSON.parse(text);
  return { valid: validate(value), value: JSON.stringify(value) };
}

function run({ text, validate }, times) {
  let valid = false;
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  for (let i = 0; i < times; i++) {
    valid = validate(JSON.parse(text));
  }
  const wall = Number(process.hrtime.bigint() - start);
  const spent = process.cpuUsage(cpu);
  // Whichever is less: waiting for a core is not Ajv's, and neither is the
  // collector's work on other threads.
  return { valid, nanoseconds: Math.min(wall, 1000 * (spent.user + spent.system)) };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  const answer = "load" in request ? load(request.load, request.tool) : run(documents[request.run], request.times);
  process.stdout.write(JSON.stringify(answer) + "\n");
});
