import type { Operation } from "@team-chat/contract";

import type { Exceptions } from "./exceptions.ts";
import type { Ledger } from "./ledger.ts";
import { promisesOf } from "./promises.ts";

/** Promises of one operation that the tests leave open. */
export interface Gaps {
  readonly operation: Operation;
  /** Promises that no test showed. */
  readonly unseen: readonly string[];
  /** Promises that tests showed, but none that names a section. */
  readonly unnamed: readonly string[];
}

/** Compares what the contract promises with what tests showed; operations without gaps are left out. */
export function findGaps(
  operations: readonly Operation[],
  ledger: Ledger,
  exceptions: Exceptions,
): Gaps[] {
  return operations
    .map((operation) => gapsOf(operation, ledger[operation.name] ?? {}, exceptions))
    .filter(({ unnamed, unseen }) => unnamed.length > 0 || unseen.length > 0);
}

function gapsOf(operation: Operation, shown: Ledger[string], exceptions: Exceptions): Gaps {
  const promises = promisesOf(operation).filter(
    (what) => exceptions[`${operation.name}: ${what}`] === undefined,
  );
  return {
    operation,
    unseen: promises.filter((what) => shown[what] === undefined),
    unnamed: promises.filter((what) => shown[what] === false),
  };
}

/** Exceptions that are none any more: the contract has no such promise, or tests show it. */
export function findIdle(
  operations: readonly Operation[],
  ledger: Ledger,
  exceptions: Exceptions,
): string[] {
  const open = new Set(
    operations.flatMap((operation) =>
      promisesOf(operation)
        .filter((what) => ledger[operation.name]?.[what] !== true)
        .map((what) => `${operation.name}: ${what}`),
    ),
  );
  return Object.keys(exceptions).filter((what) => !open.has(what));
}
