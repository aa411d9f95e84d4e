// See docs/subsystems/messages.md, "Membership".
import { type Bundle, type DomainEvent, hasType } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../context.ts";

/** Tells whether somebody may have left a channel by a bundle of the channels service, by its facts. */
export const hasDepartures = hasType(new Set(["subscription"]));

function isDeparture({ event }: DomainEvent): boolean {
  return event.type === "subscription" && event["op"] === "remove";
}

/**
 * Lets those who left channels read what they had not read there (docs/behaviour/unread.md#what-is-unread), which would
 * otherwise wait until somebody next asks for messages of their organization. What is to be told follows from what
 * channels says now, so it does not matter how often, how late or in what order bundles come.
 */
export async function followDepartures(
  { channels }: Pick<Context, "channels">,
  bundles: readonly Bundle[],
): Promise<void> {
  const left = bundles.filter(({ events }) => events.some(isDeparture));
  for (const realm of new Set(left.map((bundle) => bundle.realm)))
    try {
      await channels.current(realm);
    } catch (error) {
      // Nobody is left to be told anything.
      if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error;
    }
}
