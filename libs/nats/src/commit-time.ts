import type { JsMsg } from "@nats-io/jetstream";
import type { MsgHdrs } from "@nats-io/transport-node";

const commitHeader = "Bundle-Committed-At";

/** Notes in the headers of a bundle's message when it was committed, in ms since 1970. */
export function writeCommitTime(headers: MsgHdrs, committedAt: number): void {
  headers.set(commitHeader, String(committedAt));
}

/** Returns when the bundle was committed; of those of earlier releases, which do not say so, when it was stored. */
export function commitTimeOf({ headers, time }: JsMsg): number {
  return Number(headers?.get(commitHeader) ?? "") || time.getTime();
}
