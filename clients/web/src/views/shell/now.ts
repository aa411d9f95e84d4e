import { type ReadonlySignal, signal } from "@preact/signals";

const everyMs = 30_000;
const seconds = signal(Date.now() / 1000);

setInterval(() => {
  seconds.value = Date.now() / 1000;
}, everyMs);

/** The time now, to within half a minute; UNIX seconds. */
export const nowSeconds: ReadonlySignal<number> = seconds;
