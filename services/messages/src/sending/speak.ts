import type { Context } from "../context.ts";
import { type RealmWorld, reloadWorld } from "../directories/realm-world.ts";
import { composeFreely } from "./compose-message.ts";
import type { Target } from "./resolve-target.ts";
import { writeMessage } from "./write-message.ts";

interface Speech {
  readonly target: Target;
  readonly content: string;
  /** On whose account it is rendered; that of the speaker when it is left out. */
  readonly payerId?: number;
  /** A form, as JSON text, that goes with it. */
  readonly widget?: string | null;
  /** Name of the client under which the message appears. */
  readonly client: string;
  /** Users for whom it is no news. */
  readonly readBy?: readonly number[];
  /** Users who find it starred. */
  readonly starredBy?: readonly number[];
  /** Said once, whoever says it again with the same key. */
  readonly key: string;
}

/** Sends what the world's actor may say anyway and returns the message's id. @throws BAD_REQUEST, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE */
export async function speak(
  ctx: Context,
  world: RealmWorld,
  { target, widget = null, client, readBy = [], starredBy = [], key, ...text }: Speech,
): Promise<number> {
  const composed = await composeFreely(ctx, world, { ...text, target });
  const current = composed.rendered.waited ? await reloadWorld(ctx, world) : world;
  const marks = { readBySender: false, readBy, starredBy };
  const how = { client, ...marks, idempotencyKey: key, origin: null };
  return writeMessage(ctx, current, { ...composed, ...how, widget: widget ?? composed.widget });
}
