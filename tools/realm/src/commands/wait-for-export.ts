import { setTimeout } from "node:timers/promises";

import { UsageError } from "../usage.ts";
import { askPatiently } from "./ask-patiently.ts";

const lookEveryMs = 1000;

/** An export of any sort, as far as waiting for it goes. */
interface Exported {
  readonly id: number;
  readonly state: "waiting" | "running" | "done" | "failed" | "deleted";
  readonly kind: string;
  readonly rows?: number;
  /** Rows of an export whose records prove themselves. */
  readonly records?: number;
  readonly files: number;
  readonly bytes: number;
  readonly failure: string;
}

/** Waits until an export is done, and says how far it is. @throws UsageError when it failed, or there is none */
export async function waitForExport<T extends Exported>(
  id: number | undefined,
  list: () => Promise<readonly T[]>,
): Promise<T> {
  for (let said = ""; ;) {
    const found = (await askPatiently(list)).find((one) => one.id === id);
    if (found === undefined) throw new UsageError(`There is no export ${id}.`);
    if (found.state === "done") return found;
    if (found.state === "failed") throw new UsageError(`The export failed: ${found.failure}`);
    if (found.state === "deleted") throw new UsageError("The export was deleted.");
    const rows = found.rows ?? found.records ?? 0;
    const now = `${found.kind || "waiting"}: ${rows} rows, ${found.files} files, ${found.bytes} bytes`;
    if (now !== said) console.error(now);
    said = now;
    await setTimeout(lookEveryMs);
  }
}
