import type { DomainEvent } from "@team-chat/contract";

import { can, type RenderOptions } from "./render-options.ts";
import type { ClientEvent } from "./renderer.ts";

type Internal = DomainEvent["internal"];

/**
 * Returns the event without the channels that are archived (`internal.archived_channels`) for clients without the
 * capability `archived_channels`, which do not know them (docs/behaviour/events.md#client-capabilities); null when
 * nothing is left, or when the event is only for clients without a capability that this one has
 * (`internal.without_capability`).
 */
export function withoutArchived(
  event: ClientEvent,
  internal: Internal,
  options: RenderOptions,
): ClientEvent | null {
  const without = internal?.["without_capability"];
  if (typeof without === "string" && can(options, without)) return null;
  const unknown = internal?.["archived_channels"] as readonly number[] | undefined;
  if (!unknown || can(options, "archived_channels")) return event;
  const known = (id: unknown) => !unknown.includes(Number(id));
  if ("stream_id" in event) return known(event["stream_id"]) ? event : null;
  const rest = Object.fromEntries(
    lists
      .filter((name) => name in event)
      .map((name) => [name, (event[name] as readonly unknown[]).filter((one) => known(idOf(one)))]),
  );
  return Object.values(rest).some((list) => list.length === 0) ? null : { ...event, ...rest };
}

/** Lists of channels in events: ids, or objects with an id. */
const lists = ["stream_ids", "streams", "subscriptions"] as const;

function idOf(listed: unknown): unknown {
  return typeof listed === "object" ? (listed as ClientEvent)["stream_id"] : listed;
}
