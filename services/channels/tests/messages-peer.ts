import { followDepartures, getChannelFacts, hasNamedTopics, postNotice } from "@team-chat/contract";
import type { AppError } from "@team-chat/errors";
import { createServiceApp, internalRoute, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import type { z } from "zod";

import { key } from "./users-peer.ts";

/** Notice that messages was asked to post. */
export type SaidNotice = z.output<typeof postNotice.input>;

/** Facts that it returns for channels that have messages. */
type ChannelFacts = z.output<typeof getChannelFacts.output>["channels"][number];

const logger = createLogger({ service: "test", level: "silent" });

/** Stands in the place of messages: notes each notice once by its key, as messages does, and refuses when told to. */
export class MessagesPeer implements AsyncDisposable {
  readonly said = new Map<string, SaidNotice>();
  /** Number of requests, refused ones included. */
  asked = 0;
  refuse: AppError | null = null;
  /** Answer for every channel. */
  hasNamedTopics = false;
  /** Facts about channels, by realm. */
  readonly facts = new Map<number, ChannelFacts[]>();
  readonly #server: AsyncDisposable & { readonly port: number };

  private constructor(server: AsyncDisposable & { readonly port: number }) {
    this.#server = server;
  }

  static async start(): Promise<MessagesPeer> {
    const ctx: { peer?: MessagesPeer } = {};
    const app = createServiceApp({
      service: "messages",
      ctx,
      signer: createIdentitySigner(key),
      logger,
      routes: [],
      internal: [
        internalRoute(followDepartures, () => ({})),
        internalRoute(hasNamedTopics, (of: typeof ctx) => ({
          hasNamedTopics: of.peer?.hasNamedTopics === true,
        })),
        internalRoute(
          getChannelFacts,
          (of: typeof ctx, _, { channelIds, countSince, realmId }) => ({
            channels: (of.peer?.facts.get(realmId) ?? [])
              .filter(({ channelId }) => channelIds.includes(channelId))
              .map((facts) => (countSince === null ? { ...facts, messages: null } : facts)),
          }),
        ),
        internalRoute(postNotice, (of: typeof ctx, _, notice) => {
          if (!of.peer) throw new Error("Asked before it was there.");
          return of.peer.hear(notice);
        }),
      ],
      ready: () => Promise.resolve(),
    });
    const peer = new MessagesPeer(await listen(app, { host: "127.0.0.1", port: 0 }));
    ctx.peer = peer;
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  hear(notice: SaidNotice): { messageIds: number[] } {
    this.asked += 1;
    if (this.refuse) throw this.refuse;
    if (!this.said.has(notice.key)) this.said.set(notice.key, notice);
    return { messageIds: [this.said.size] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}
