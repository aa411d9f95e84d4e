// See docs/adr/0011-follow-ups-before-the-answer.md.
import { type DomainEvent, followUsers } from "@team-chat/contract";
import type { Follower } from "@team-chat/outbox";

import type { Context } from "../context.ts";
import { settleVisibility } from "../workflows/visibility/settle-visibility.ts";
import { affectsVisibility } from "./follow-visibility.ts";

const self = { kind: "service", name: "users" } as const;

/** Lists the followers of changes of users; each catches up by a durable consumer if it could not be asked. */
export function followers(ctx: Context): readonly Follower[] {
  return [
    {
      concerns: decidesAboutChannels,
      follow: (realmId) => ctx.channels.call(followUsers, self, { realmId }, { realmId }),
    },
    {
      // After channels, whose subscriptions decide whom guests see.
      concerns: affectsVisibility,
      follow: async (realmId) => {
        await settleVisibility(ctx, realmId);
        await ctx.outbox.published(realmId);
      },
    },
  ];
}

/** Tells whether somebody may see other channels after the event. */
function decidesAboutChannels({ event }: DomainEvent): boolean {
  if (event.type === "user_group") return true;
  if (event.type !== "realm_user") return false;
  const person = event["person"] as Readonly<Record<string, unknown>>;
  return event["op"] === "add" || "role" in person || "is_active" in person;
}
