import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { connectNats, type Nats, provision } from "@team-chat/nats";
import { startNats } from "@team-chat/servers";

const oneHourMs = 3_600_000;

/**
 * A NATS server of one world, with its streams, consumers and buckets. Worlds do not share one: a database that does
 * not have what the stream has is taken for one that was restored (docs/adr/0017-terms-of-writing.md).
 */
export interface OwnNats extends AsyncDisposable {
  readonly url: string;
  /** A connection of the test's own. */
  readonly nats: Nats;
}

/** Starts a NATS server that disposing of it stops and removes. */
export async function startOwnNats(): Promise<OwnNats> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "own-nats-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const server = await startNats({ dataDir: path.join(dir, "nats") });
  stack.defer(() => server.stop());
  const nats = await connectNats({ url: server.url, name: "test" });
  stack.defer(() => nats.close());
  await provision(nats, { partitions: 1, replicas: 1, retentionMs: oneHourMs });
  const started = stack.move();
  return { url: server.url, nats, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
