import { type ReadonlySignal, signal } from "@preact/signals";

import { clockAheadMs, serverNowMs } from "../../api/clock.ts";

const everyMs = 30_000;
const seconds = signal(0);

function tell(): void {
  seconds.value = serverNowMs() / 1000;
}

setInterval(tell, everyMs);
// At once, too, and when the clock of this device turns out to be wrong.
clockAheadMs.subscribe(tell);

/** The time now as the server has it, to within half a minute; UNIX seconds. */
export const nowSeconds: ReadonlySignal<number> = seconds;
