import type { Bundle } from "@team-chat/contract";
import { consumeBundles, consumePartitions, type Nats } from "@team-chat/nats";
import { failureLog } from "@team-chat/telemetry";

import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { followVisibility, mayAffectVisibility } from "./follow-visibility.ts";

interface ConsumerParts {
  readonly config: Pick<Config, "PARTITIONS">;
  readonly ctx: Context;
  readonly nats: Nats;
  readonly ready: () => Promise<void>;
}

/** Starts the consumers, each of which lets guests be told of whom they see as soon as something of it changes. */
export function startConsumers({ config, ctx, nats, ready }: ConsumerParts): AsyncDisposable {
  const shared = {
    onError: failureLog(ctx.log, "following changes of who sees whom failed and is tried again"),
    concerns: mayAffectVisibility,
    handle: (bundle: Bundle) => ready().then(() => followVisibility(ctx, bundle)),
  };
  return consumePartitions(config.PARTITIONS.streams, (of) => [
    consumeBundles(nats, { ...shared, ...of, durable: "sight_channels" }),
    consumeBundles(nats, { ...shared, ...of, durable: "sight_users" }),
  ]);
}
