import { operations, type ServiceName } from "@team-chat/contract";
import type { Reporter, TestRunEndReason } from "vitest/node";

import { exceptions } from "./exceptions.ts";
import { findGaps, findIdle } from "./gaps.ts";
import { LedgerFolder } from "./ledger-folder.ts";
import { reportOf } from "./report.ts";

/** Compares a run of the whole suite with the contract; the run fails when tests leave something of it open. */
export class ContractCoverageReporter implements Reporter {
  readonly #folder: LedgerFolder;
  readonly #owners: readonly ServiceName[];

  /** @param owners whose operations are held to the contract */
  constructor(folder: string, owners: readonly ServiceName[]) {
    this.#folder = new LedgerFolder(folder);
    this.#owners = owners;
  }

  onInit(): void {
    this.#folder.clear();
  }

  onTestRunEnd(_modules: unknown, _errors: unknown, reason: TestRunEndReason): void {
    // A failed test leaves things open that it would have shown.
    if (reason !== "passed") return;
    const held = operations.filter(({ owner }) => this.#owners.includes(owner));
    const ledger = this.#folder.read();
    const gaps = findGaps(held, ledger, exceptions);
    const idle = findIdle(operations, ledger, exceptions);
    console.log(reportOf(gaps, idle));
    if (gaps.length > 0 || idle.length > 0) process.exitCode = 1;
  }
}
