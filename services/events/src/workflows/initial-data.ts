import {
  type Bytes,
  type InputOf,
  type registerQueue,
  type RegisterRequest,
  type RegisterSections,
  registerOperations,
  versionFields,
} from "@team-chat/contract";
import { deltaOf, readKnown } from "@team-chat/delta";
import { AppError } from "@team-chat/errors";
import { type Anonymous, RenderedFields } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { EventsContext } from "../context.ts";

const comma = Buffer.from(",");

type Owner = keyof typeof registerOperations;
const owners = Object.entries(registerOperations) as [Owner, (typeof registerOperations)[Owner]][];

/** The initial data of all services. */
export interface InitialData {
  /** `pg_current_snapshot()` by service. */
  readonly snapshots: Readonly<Record<string, string>>;
  /** The services' fields of the register answer, each not empty. */
  readonly fields: readonly Bytes[];
  /** Defaults of a bot, for what its request leaves out. */
  readonly queueDefaults: RegisterSections["queueDefaults"];
  /** Most event queues that the organization may have here. */
  readonly mostQueues: RegisterSections["mostQueues"];
}

/**
 * Asks every owning service at once for its sections, each cut at its own snapshot; waits while many others do, so that
 * a herd of clients that come back together leaves room for other work and runs into no time limit.
 * @throws UNAUTHORIZED when spectators are not let in, SERVICE_UNAVAILABLE
 */
export async function loadInitialData(
  ctx: EventsContext,
  caller: Caller | Anonymous,
  request: RegisterRequest,
): Promise<InitialData> {
  const realmId = caller.realm?.id ?? 0;
  const ask = async ([service, operation]: (typeof owners)[number]) => {
    const part = await ctx.peers[service].call(operation, caller, request, { realmId });
    return { service, part };
  };
  const parts = await ctx.registrations.pass(() => Promise.all(owners.map(ask)));
  return {
    snapshots: Object.fromEntries(parts.map(({ service, part }) => [service, part.snapshot])),
    fields: parts
      .map(({ part }) => part.bytes)
      .filter((bytes) => bytes.some((piece) => piece.length > 0)),
    queueDefaults: parts.find(({ part }) => part.queueDefaults)?.part.queueDefaults,
    mostQueues: parts.find(({ service }) => service === "users")?.part.mostQueues,
  };
}

/** Writes the request to the owning services; `gravatar` is what an absent `client_gravatar` means. */
export function requestOf(
  input: InputOf<typeof registerQueue>,
  { gravatar }: { readonly gravatar: boolean },
): RegisterRequest {
  return {
    fetch: input.fetch_event_types ?? input.event_types ?? null,
    clientGravatar: input.client_gravatar ?? gravatar,
    includeSubscribers: input.include_subscribers,
    slimPresence: input.slim_presence,
    presenceHistoryLimitDays: input.presence_history_limit_days,
    capabilities: input.client_capabilities ?? {},
  };
}

/**
 * Reads which blocks of earlier initial data a client has; undefined when it says nothing of that.
 * @throws BAD_REQUEST
 */
export function knownBlocksOf(input: InputOf<typeof registerQueue>): Float64Array | undefined {
  if (input.initial_data_blocks === undefined) return undefined;
  const known = readKnown(input.initial_data_blocks);
  if (known === null) throw new AppError("BAD_REQUEST", "Invalid initial_data_blocks");
  return known;
}

/**
 * Presents the answer to a registration, with the keys that are there whatever was asked for
 * (docs/behaviour/events.md#registering). To a client that has blocks of earlier initial data it says what differs.
 */
export function presentInitialData(
  queueId: string | null,
  fields: InitialData["fields"],
  known: Float64Array | undefined,
): RenderedFields {
  const own = textOf({ queue_id: queueId, last_event_id: -1, ...versionFields });
  const pieces: Uint8Array[] = [];
  for (const bytes of fields) pieces.push(comma, ...bytes);
  if (known === undefined) return new RenderedFields([own, ...pieces]);
  const text = Buffer.concat([textOf(versionFields), ...pieces]);
  return new RenderedFields([own, comma, textOf({ initial_data_delta: deltaOf(known, text) })]);
}

/** Writes fields without the braces around them. */
function textOf(fields: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify(fields).slice(1, -1));
}
