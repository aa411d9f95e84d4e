import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import path from "node:path";

import { type SeenRequest, seenRequestsChannel } from "@team-chat/http";
import { afterAll, expect } from "vitest";

import { LedgerFolder } from "./ledger-folder.ts";
import { LedgerWriter } from "./ledger.ts";
import { isTestOf } from "./whose-test.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/**
 * Keeps what the requests of the test file that is about to run show, and writes it to the folder after its last test.
 */
export function recordRequests(folder: string): void {
  const writer = new LedgerWriter();
  const keep = (message: unknown): void => {
    const seen = message as SeenRequest;
    const { currentTestName = "", testPath = "" } = expect.getState();
    if (isTestOf(path.relative(root, testPath), seen.operation)) writer.add(seen, currentTestName);
  };
  subscribe(seenRequestsChannel, keep);
  afterAll(() => {
    unsubscribe(seenRequestsChannel, keep);
    new LedgerFolder(folder).write(randomUUID(), writer.ledger());
  });
}
