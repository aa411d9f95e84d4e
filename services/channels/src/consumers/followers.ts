// See docs/adr/0011-follow-ups-before-the-answer.md.
import { type DomainEvent, followDepartures, followChannels } from "@team-chat/contract";
import type { Follower } from "@team-chat/outbox";
import { limitsGuests } from "@team-chat/policy";
import type { ServiceClient } from "@team-chat/rpc";

import type { Context } from "../context.ts";

const self = { kind: "service", name: "channels" } as const;

interface Peers {
  readonly users: ServiceClient;
  readonly messages: ServiceClient;
}

/** Lists the followers of changes of channels; each catches up by a durable consumer if it could not be asked. */
export function followers({ users }: Pick<Context, "users">, peers: Peers): readonly Follower[] {
  return [
    {
      concerns: ({ event }) => event.type === "subscription" && event["op"] === "remove",
      follow: (realmId) => peers.messages.call(followDepartures, self, { realmId }, { realmId }),
    },
    {
      concerns: (event, realmId) => {
        // What decided was proven current; a realm without users in memory is asked for.
        const known = users.ifAtLeast(realmId, 1);
        return isMove(event) && (known === undefined || limitsGuests(known));
      },
      follow: (realmId) => peers.users.call(followChannels, self, { realmId }, { realmId }),
    },
  ];
}

function isMove({ event }: DomainEvent): boolean {
  return event.type === "subscription" && event["op"] !== "update";
}
