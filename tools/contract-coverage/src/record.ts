import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import path from "node:path";

import { type SeenRequest, seenRequestsChannel } from "@team-chat/http";
import { afterAll, expect } from "vitest";

import { LedgerFolder } from "./ledger-folder.ts";
import { LedgerWriter } from "./ledger.ts";
import { isTestOf } from "./whose-test.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = process.env["CONTRACT_COVERAGE_DIR"];

/** Runs in every test process before its file (vitest's `setupFiles`), and keeps what the file's requests show. */
if (folder !== undefined) {
  const writer = new LedgerWriter();
  subscribe(seenRequestsChannel, (message) => {
    const seen = message as SeenRequest;
    const { currentTestName = "", testPath = "" } = expect.getState();
    if (isTestOf(path.relative(root, testPath), seen.operation)) writer.add(seen, currentTestName);
  });
  afterAll(() => {
    new LedgerFolder(folder).write(randomUUID(), writer.ledger());
  });
}
