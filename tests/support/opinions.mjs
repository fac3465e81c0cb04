// Asks docs/audit.mjs about many files in one process: a path a line comes in, a verdict a line goes
// out. A verdict is "LINE CODE", with the code R08 for what needs a later version, or "good".

import { createInterface } from "node:readline";
import { audit } from "../../docs/audit.mjs";

for await (const path of createInterface({ input: process.stdin })) {
  let verdict;
  try {
    const { game, fault } = audit(path);
    verdict = fault ? `${game.heads.length} ${fault.code}` : game.later ? `${game.heads.length} R08` : "good";
  } catch (error) {
    verdict = `broken: ${error.stack.replaceAll("\n", " | ")}`;
  }
  process.stdout.write(verdict + "\n");
}
