import {
  getChannel,
  type InputOf,
  type registerQueue,
  type RegisterSections,
  roles,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { EventsContext } from "../context.ts";

type Input = InputOf<typeof registerQueue>;

interface Registration {
  readonly input: Input;
  readonly queueDefaults: RegisterSections["queueDefaults"];
}

/**
 * Fills what the client left out with the defaults that are kept for bots (docs/behaviour/events.md#defaults-of-bots).
 * Guests never get all public channels.
 */
export async function withDefaults(
  ctx: EventsContext,
  caller: Caller,
  { input, queueDefaults }: Registration,
): Promise<Input> {
  if (queueDefaults === undefined) return input;
  const { allPublicStreams, channel } = queueDefaults;
  const isLimited = input.narrow.length > 0 || channel === null;
  return {
    ...input,
    all_public_streams:
      input.all_public_streams ?? (allPublicStreams && caller.role !== roles.guest),
    narrow: isLimited ? input.narrow : [["channel", await nameOf(ctx, caller, channel)]],
  };
}

/**
 * Returns the channel's name as it is now; the former one where the bot may not know of the channel any more, so that
 * nothing else is let through.
 */
async function nameOf(
  ctx: EventsContext,
  caller: Caller,
  { id: stream_id, name }: { readonly id: number; readonly name: string },
): Promise<string> {
  try {
    const options = { realmId: caller.realm.id };
    const found = await ctx.peers.channels.request(getChannel, caller, { stream_id }, options);
    return found.stream.name;
  } catch (error) {
    if (error instanceof AppError && error.code === "BAD_REQUEST") return name;
    throw error;
  }
}
