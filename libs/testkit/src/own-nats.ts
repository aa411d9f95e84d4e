import { plainLayout } from "@team-chat/contract";
import { connectNats, type Nats, provision } from "@team-chat/nats";

import { openNats } from "./open-nats.ts";

const oneHourMs = 3_600_000;

/**
 * A NATS server of one world, with its streams, consumers and buckets. Worlds have them one after the other: a database
 * that does not have what the stream has is taken for one that was restored (docs/adr/0017-terms-of-writing.md).
 */
export interface OwnNats extends AsyncDisposable {
  readonly url: string;
  /** A connection of the test's own. */
  readonly nats: Nats;
}

/** Opens a NATS server that has streams until it is disposed of. */
export async function startOwnNats(): Promise<OwnNats> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await openNats());
  const nats = await connectNats({ url, name: "test" });
  stack.defer(() => nats.close());
  await provision(nats, { layout: plainLayout(1), replicas: 1, retentionMs: oneHourMs });
  const started = stack.move();
  return { url, nats, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
