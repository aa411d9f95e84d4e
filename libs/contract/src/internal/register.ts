import { z } from "zod";

import { bytesField, internalOperation, type InternalOperation } from "../internal-operation.ts";
import type { ServiceName } from "../operation.ts";

/** Choices of a registering client that change the initial data (docs/behaviour/events.md#registering). */
export const registerRequest = z.object({
  /** Null means every section. */
  fetch: z.array(z.string()).nullable(),
  clientGravatar: z.boolean(),
  includeSubscribers: z.enum(["true", "false", "partial"]),
  slimPresence: z.boolean(),
  presenceHistoryLimitDays: z.int(),
  capabilities: z.record(z.string(), z.boolean()),
});

export type RegisterRequest = z.infer<typeof registerRequest>;

/** A service's part of the initial data. */
export const registerSections = z.object({
  /** `pg_current_snapshot()` of the one transaction that read everything. */
  snapshot: z.string(),
  /**
   * Keys of the register answer with their values as JSON text without braces, `"a":1,"b":[]`, ready to be put into the
   * answer.
   */
  bytes: bytesField,
  /** Limits of the caller's queues for requests that give none, as users states them for bots that have defaults. */
  queueDefaults: z
    .object({
      /** The name is the one that it had when the default was set. */
      channel: z.object({ id: z.int(), name: z.string() }).nullable(),
      allPublicStreams: z.boolean(),
    })
    .optional(),
  /** Most event queues of the organization, as users states it; null for no limit. */
  mostQueues: z.int().nullable().optional(),
});

export type RegisterSections = z.infer<typeof registerSections>;

function sectionsOf(
  owner: ServiceName,
): InternalOperation<typeof registerRequest, typeof registerSections> {
  return internalOperation({
    name: "getRegisterSections",
    owner,
    onlyReads: true,
    input: registerRequest,
    output: registerSections,
    carriesBytes: true,
    doc: "This service's sections of the initial data, from one REPEATABLE READ transaction.",
  });
}

/** The services that contribute to `POST /register`. */
export const registerOperations = {
  users: sectionsOf("users"),
  channels: sectionsOf("channels"),
  messages: sectionsOf("messages"),
} as const;

/** Parses the values of sections by key, for the few who look into them. */
export function parseSections({ bytes }: Pick<RegisterSections, "bytes">): Record<string, unknown> {
  const text = Buffer.concat(bytes).toString("utf8");
  return JSON.parse(`{${text}}`) as Record<string, unknown>;
}
