import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { connectNats } from "@team-chat/nats";
import { startNats } from "@team-chat/servers";

import { Links } from "../load/linked-queues.ts";
import { MessageBundles } from "../load/message-bundles.ts";
import { openStack, type Stack } from "../stack.ts";
import { readIdentityKey } from "./sign-service.ts";

/** A stack whose processes of `events` are polled, and given messages, by the bench itself. */
export interface LinkedStack {
  readonly stack: Stack;
  readonly links: Links;
  readonly bundles: MessageBundles;
}

/**
 * Opens a stack with so many processes of each service, around a NATS server that lets the bench in.
 * @throws Error when there is a stack already that the benches are to use
 */
export async function openLinkedStack(
  resources: AsyncDisposableStack,
  replicas: number,
): Promise<LinkedStack> {
  if (process.env["STACK_URL"] !== undefined)
    throw new Error("processes of events are compared in two installations: leave out STACK_URL");
  const dataDir = await mkdtemp(join(tmpdir(), "team-chat-bench-nats-"));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startNats({ dataDir: join(dataDir, "nats") });
  resources.defer(() => server.stop());
  const stack = await openStack(resources, { replicas, env: { NATS_URL: server.url } });
  const nats = await connectNats({ url: server.url, name: "bench" });
  resources.defer(() => nats.close());
  const key = await readIdentityKey(stack);
  const links = resources.use(await Links.open(nats, { key, processes: replicas }));
  return { stack, links, bundles: new MessageBundles(nats) };
}
