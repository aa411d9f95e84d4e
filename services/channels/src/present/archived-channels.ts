import type { DomainEvent } from "@team-chat/contract";

import type { RealmChannels } from "../values/realm-channels.ts";

/**
 * Says in `internal.archived_channels` which channels of an event are archived, as of before the change: clients
 * without the capability `archived_channels` do not know them, so the events service takes them out
 * (docs/behaviour/channels.md#archiving). Events that show whole channels say it themselves, and those that carry other
 * `internal` facts are about channels that are taken back.
 */
export function markArchived(domain: DomainEvent, { channels }: RealmChannels): DomainEvent {
  if (domain.internal !== undefined) return domain;
  const archived = channelsOf(domain.event).filter((id) => channels.get(id)?.isArchived === true);
  return archived.length === 0 ? domain : { ...domain, internal: { archived_channels: archived } };
}

/** Returns the channels that an event is about, if it names them by id. */
function channelsOf(event: DomainEvent["event"]): readonly number[] {
  switch (event.type) {
    case "stream":
    case "subscription":
    case "user_topic":
      return idsIn(event as EventOfChannels);
    default:
      return [];
  }
}

/** The fields that name channels; no event has more than one of the last three. */
interface EventOfChannels {
  readonly op?: string;
  readonly stream_id?: number;
  readonly stream_ids?: readonly number[];
  readonly subscriptions?: readonly { readonly stream_id: number }[];
}

function idsIn({ op, stream_id: id, stream_ids: ids, subscriptions }: EventOfChannels) {
  if (id !== undefined) return [id];
  if (ids !== undefined) return ids;
  return op === "remove" ? (subscriptions ?? []).map((one) => one.stream_id) : [];
}
