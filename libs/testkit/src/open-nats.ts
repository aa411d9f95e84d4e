import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { jetstreamManager } from "@nats-io/jetstream";
import { connectNats } from "@team-chat/nats";
import { startNats } from "@team-chat/servers";

import { patient } from "./patient.ts";
import { guard } from "./run/guard.ts";

/** A NATS server that nobody else uses meanwhile, without any streams at first. */
export interface OpenNats extends AsyncDisposable {
  readonly url: string;
}

/** Servers of this process that nobody uses now, and that have no streams. */
const idleUrls: string[] = [];

/**
 * Gives a world a NATS server until it is disposed of; then the next world gets it, without what was in it. To start
 * one for each would cost more than all that a small world does with it: for that this process, which is large, is
 * copied.
 */
export async function openNats(): Promise<OpenNats> {
  const url = idleUrls.pop() ?? (await start());
  const close = async (): Promise<void> => {
    await deleteStreams(url);
    idleUrls.push(url);
  };
  return { url, [Symbol.asyncDispose]: close };
}

/** Starts a server that ends with this process. */
async function start(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "world-nats-"));
  const { pid, url } = await startNats({ dataDir: join(folder, "nats") });
  guard(folder, [pid]);
  return url;
}

async function deleteStreams(url: string): Promise<void> {
  const nats = await connectNats({ url, name: "cleaner" });
  const { streams } = await jetstreamManager(nats, patient);
  for await (const { config } of streams.list()) await streams.delete(config.name);
  await nats.close();
}
