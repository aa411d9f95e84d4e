// Usage: node tools/contract-coverage/src/main.ts <folder of ledgers> [owner ...]
import { operations } from "@team-chat/contract";

import { exceptions } from "./exceptions.ts";
import { findGaps, findIdle } from "./gaps.ts";
import { LedgerFolder } from "./ledger-folder.ts";
import { reportOf } from "./report.ts";

const [folder, ...owners] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Say in which folder the tests left what they showed.");
  process.exit(2);
}
const ledger = new LedgerFolder(folder).read();
const chosen = operations.filter(({ owner }) => owners.length === 0 || owners.includes(owner));
const gaps = findGaps(chosen, ledger, exceptions);
const idle = owners.length === 0 ? findIdle(operations, ledger, exceptions) : [];
console.log(reportOf(gaps, idle));
process.exitCode = gaps.length === 0 && idle.length === 0 ? 0 : 1;
