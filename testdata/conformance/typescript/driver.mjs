// Reads questions from standard input, one JSON array [module, type, text in base64] a line, and
// answers each in a line: [verdict of is, keyword, pointer], or ["error", message].
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const modules = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const [dir, type, encoded] = JSON.parse(line);
  const text = Buffer.from(encoded, "base64");
  let answer;
  try {
    if (!modules.has(dir)) modules.set(dir, await import(pathToFileURL(join(process.argv[2], dir, "index.js")).href));
    const m = modules.get(dir);
    try {
      const value = m["parse" + type](text, { numbers: "lossless" });
      const standard = m[type + "Schema"]["~standard"].validate(value);
      answer = [m["is" + type](value) && standard.issues === undefined, "", "", m.stringify(value)];
    } catch (e) {
      if (!(e instanceof m.ValidationError)) throw e;
      answer = [false, e.violations[0].keyword, e.violations[0].instancePointer];
    }
  } catch (e) {
    answer = ["error", String(e && e.stack ? e.stack : e)];
  }
  console.log(JSON.stringify(answer));
}
