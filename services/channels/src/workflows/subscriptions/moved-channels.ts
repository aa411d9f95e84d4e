import { audienceTest, type DomainEvent } from "@team-chat/contract";
import { z } from "zod";

import type { Forgetful } from "../../queries/subscriptions.ts";
import type { Shown } from "../topics/emit-muted-topics.ts";

const channelEvent = z.discriminatedUnion("op", [
  z.object({
    type: z.literal("stream"),
    op: z.literal("create"),
    streams: z.array(z.object({ stream_id: z.int() })),
  }),
  z.object({ type: z.literal("stream"), op: z.literal("delete"), stream_ids: z.array(z.int()) }),
  z.object({
    type: z.literal("stream"),
    op: z.literal("update"),
    stream_id: z.int(),
    property: z.literal("is_archived"),
    value: z.boolean(),
  }),
]);

export interface Moved extends Shown {
  /** Users to whom the channels appear as never subscribed to; null when they vanish. */
  readonly forgetful: Forgetful | null;
}

/** Reads from the event which channels appear or vanish for whom; null for other events. */
export function movedBy({ audience, event }: DomainEvent): Moved | null {
  const { data } = channelEvent.safeParse(event);
  if (data === undefined) return null;
  const concerns = audienceTest(audience);
  switch (data.op) {
    case "create": {
      const channelIds = data.streams.map((one) => one.stream_id);
      return { channelIds, concerns, forgetful: "all" };
    }
    case "delete":
      return { channelIds: data.stream_ids, concerns, forgetful: null };
    case "update":
      return { channelIds: [data.stream_id], concerns, forgetful: data.value ? null : "older" };
  }
}
