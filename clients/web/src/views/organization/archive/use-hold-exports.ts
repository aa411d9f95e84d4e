import { useEffect } from "preact/hooks";

import type { Answer } from "../../../api/address.ts";
import { call } from "../../../api/call.ts";
import { listLegalHoldExports } from "../../../api/page-operations.ts";
import { type Loaded, useLoaded } from "../../use-loaded.ts";

/** An export of a legal hold. */
export type HoldExport = Answer<
  typeof listLegalHoldExports.operation
>["legal_hold_exports"][number];

/** Time between two looks while an export is being made. */
const makingMs = 2000;
/** Time between two looks otherwise: addresses of archives are good for an hour (docs/legal-holds.md#asking-for-an-export). */
const idleMs = 30 * 60_000;

/** Loads the exports of legal holds, the newest first, and again from time to time, since no event tells of them. */
export function useHoldExports(): Loaded<readonly HoldExport[]> {
  const exports = useLoaded(async () =>
    (await call(listLegalHoldExports, {})).legal_hold_exports.toReversed(),
  );
  const all = exports.value.value;
  useEffect(() => {
    if (all === null) return;
    const timer = setTimeout(exports.reload, all.some(isBeingMade) ? makingMs : idleMs);
    return () => clearTimeout(timer);
  }, [all]);
  return exports;
}

/** Tells whether an export has not ended yet. */
export function isBeingMade({ state }: HoldExport): boolean {
  return state === "waiting" || state === "running";
}
