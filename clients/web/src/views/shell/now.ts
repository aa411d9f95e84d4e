import { computed, type ReadonlySignal, signal } from "@preact/signals";

import { clockAheadMs } from "../../api/clock.ts";

const everyMs = 30_000;
const own = signal(Date.now());

setInterval(() => {
  own.value = Date.now();
}, everyMs);

/** The time now as the server has it, to within half a minute; UNIX seconds. */
export const nowSeconds: ReadonlySignal<number> = computed(
  () => (own.value - clockAheadMs.value) / 1000,
);
