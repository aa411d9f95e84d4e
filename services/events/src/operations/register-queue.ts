import {
  emptyTopicDisplayName,
  type InputOf,
  type registerQueue as contract,
  type RegisterRequest,
  versionFields,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Anonymous, RenderedFields, type RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import { newQueueId, parseSlotKey, queueSlotHeader, slotsPerPartition } from "@team-chat/link";

import type { EventsContext } from "../context.ts";
import { compileNarrow } from "../queues/narrow.ts";
import { loadInitialData } from "./initial-data.ts";

type RegisterInput = InputOf<typeof contract>;
type Call = [
  ctx: EventsContext,
  caller: Caller | Anonymous,
  input: RegisterInput,
  request: RequestFacts,
];

const defaultLifespanSeconds = 600;
const guestRole = 600;

/** Creates a queue and returns the initial data that its events continue exactly (docs/architecture.md, section 6). */
export async function registerQueue(...call: Call): Promise<RenderedFields> {
  const [ctx, caller, input, request] = call;
  if (caller.kind === "anonymous") {
    throw new AppError(
      "UNAUTHORIZED",
      "Not logged in: API authentication or user session required",
    );
  }
  if (input.all_public_streams && caller.role === guestRole) {
    throw new AppError("BAD_REQUEST", "User not authorized for this query");
  }
  compileNarrow(input.narrow);
  const beginning = ctx.hub.begin(caller.realm.id);
  const { snapshots, sections } = await loadInitialData(ctx, caller, requestOf(input));
  const wanted = parseSlotKey(request.header(queueSlotHeader) ?? "");
  const slot = wanted?.slot ?? Math.floor(Math.random() * slotsPerPartition);
  const id = newQueueId({ partition: beginning.partition, slot });
  await ctx.hub.add({
    ...beginning,
    ...settingsOf(input),
    id,
    realmId: caller.realm.id,
    userId: caller.userId,
    snapshots,
    polledAt: ctx.now(),
  });
  const own = JSON.stringify({ queue_id: id, last_event_id: -1, ...versionFields }).slice(1, -1);
  const others = [...sections].map(([key, text]) => `${JSON.stringify(key)}:${text}`);
  return new RenderedFields([own, ...others].join(","));
}

function requestOf(input: RegisterInput): RegisterRequest {
  return {
    fetch: input.fetch_event_types ?? input.event_types ?? null,
    clientGravatar: input.client_gravatar ?? true,
    includeSubscribers: input.include_subscribers,
    slimPresence: input.slim_presence,
    presenceHistoryLimitDays: input.presence_history_limit_days,
    capabilities: input.client_capabilities ?? {},
  };
}

/** What of the queue's descriptor the client chose. */
function settingsOf(input: RegisterInput) {
  return {
    eventTypes: input.event_types ?? null,
    narrow: input.narrow,
    allPublicStreams: input.all_public_streams,
    applyMarkdown: input.apply_markdown,
    clientGravatar: input.client_gravatar ?? true,
    slimPresence: input.slim_presence,
    includeSubscribers: input.include_subscribers !== "false",
    capabilities: input.client_capabilities ?? {},
    emptyTopicName: emptyTopicDisplayName,
    lifespanMs: (input.queue_lifespan_secs || defaultLifespanSeconds) * 1000,
  };
}
