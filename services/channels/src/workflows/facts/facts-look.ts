import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { claimLook, repeatLook } from "../../queries/channel-facts.ts";
import { factsOf, sameFacts, trafficDays } from "../../values/channel-facts.ts";
import type { ChannelRow } from "../../values/channel-row.ts";
import { refreshFacts } from "./refresh-facts.ts";

interface LookOptions {
  readonly ctx: Context;
  readonly log: Logger;
  readonly everyMs: number;
}

const maxRealmsAtOnce = 100;
const maxChannelsAtOnce = 100;
const trafficSeconds = trafficDays * 86_400;

/** Once a day for each realm: counts the messages of its channels, and finds those that are active no longer. */
export class FactsLook implements AsyncDisposable {
  readonly #options: LookOptions;
  readonly #looks: PeriodicTask;
  #stopped = false;

  constructor(options: LookOptions) {
    this.#options = options;
    this.#looks = new PeriodicTask({
      everyMs: options.everyMs,
      run: () => this.#look(),
      onError: (error) => {
        options.log.error(
          { err: error },
          "counting messages of channels failed and is tried again",
        );
      },
    });
  }

  /** Finishes the channels under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await this.#looks[Symbol.asyncDispose]();
  }

  async #look(): Promise<void> {
    const { ctx } = this.#options;
    for (let realms = 0; realms < maxRealmsAtOnce && !this.#stopped; realms += 1) {
      const at = ctx.now();
      const realmId = await claimLook(ctx.db, new Date(at));
      if (realmId === null) return;
      try {
        await this.#lookAt(realmId, Math.floor(at / 1000));
      } catch (error) {
        await repeatLook(ctx.db, realmId, new Date(at));
        throw error;
      }
    }
  }

  async #lookAt(realmId: number, now: number): Promise<void> {
    const { ctx } = this.#options;
    const all = [...(await ctx.channels.current(realmId)).channels.values()];
    for (let from = 0; from < all.length && !this.#stopped; from += maxChannelsAtOnce)
      await compareChannels(ctx, { realmId, now }, all.slice(from, from + maxChannelsAtOnce));
  }
}

/** Counts without any lock; takes the realm's only when something is to be told. */
async function compareChannels(
  ctx: Context,
  { now, realmId }: { readonly realmId: number; readonly now: number },
  channels: readonly ChannelRow[],
): Promise<void> {
  const said = await ctx.channelFacts({
    realmId,
    channelIds: channels.map(({ id }) => id),
    countSince: now - trafficSeconds,
  });
  const byId = new Map(said.map((facts) => [facts.channelId, facts]));
  const counts = new Map(said.map(({ channelId, messages }) => [channelId, messages ?? 0]));
  const channelIds = channels
    .filter((channel) => {
      const count = counts.get(channel.id) ?? 0;
      return !sameFacts(channel, factsOf(channel, byId.get(channel.id) ?? null, { now, count }));
    })
    .map(({ id }) => id);
  if (channelIds.length > 0) await refreshFacts(ctx, { realmId, channelIds, now, counts });
}
