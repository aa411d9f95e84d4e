import {
  emptyTopicDisplayName,
  type InputOf,
  type registerQueue as contract,
  roles,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous, RenderedFields } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import { newQueueId, slotOfUser } from "@team-chat/rpc";

import type { EventsContext } from "../context.ts";
import { compileNarrow } from "../domain/queues/narrow.ts";
import {
  knownBlocksOf,
  loadInitialData,
  presentInitialData,
  requestOf,
} from "../workflows/initial-data.ts";
import { withDefaults } from "../workflows/queue-defaults.ts";
import { registerSpectator } from "../workflows/register-spectator.ts";

type RegisterInput = InputOf<typeof contract>;

const defaultLifespanSeconds = 600;
const maxLifespanSeconds = 604_800;

/** Creates a queue and returns the initial data that its events continue exactly (docs/architecture.md, section 6). */
export async function registerQueue(
  ctx: EventsContext,
  caller: Caller | Anonymous,
  input: RegisterInput,
): Promise<RenderedFields> {
  if (caller.kind === "anonymous") return registerSpectator(ctx, caller, input);
  if (input.all_public_streams && caller.role === roles.guest)
    throw new AppError("BAD_REQUEST", "User not authorized for this query");
  compileNarrow(input.narrow);
  const known = knownBlocksOf(input);
  const beginning = ctx.hub.begin(caller.realm.id);
  const { fields, mostQueues, queueDefaults, snapshots } = await loadInitialData(
    ctx,
    caller,
    requestOf(input, { gravatar: true }),
  );
  const user = { realmId: caller.realm.id, userId: caller.userId };
  const slot = slotOfUser(user, mostQueues ?? null);
  const id = newQueueId({ partition: beginning.partition, slot });
  const descriptor = {
    ...beginning,
    ...settingsOf(await withDefaults(ctx, caller, { input, queueDefaults })),
    ...user,
    id,
    snapshots,
    ...(caller.key?.isLimited === true ? { hidesBots: true } : {}),
    polledAt: ctx.now(),
  };
  await ctx.hub.add(descriptor, mostQueues);
  return presentInitialData(id, fields, known);
}

/** Takes the client's choices for the queue's descriptor. */
function settingsOf(input: RegisterInput) {
  return {
    eventTypes: input.event_types ?? null,
    narrow: input.narrow,
    allPublicStreams: input.all_public_streams ?? false,
    applyMarkdown: input.apply_markdown,
    clientGravatar: input.client_gravatar ?? true,
    slimPresence: input.slim_presence,
    includeSubscribers: input.include_subscribers !== "false",
    capabilities: input.client_capabilities ?? {},
    emptyTopicName: emptyTopicDisplayName,
    lifespanMs:
      Math.min(input.queue_lifespan_secs || defaultLifespanSeconds, maxLifespanSeconds) * 1000,
  };
}
