import { z } from "zod";

import { internalOperation, type InternalOperation } from "../internal-operation.ts";
import type { ServiceName } from "../operation.ts";

/** What a registering client asked for that changes the initial data (specification, POST /register; reference/behaviour.md §13). */
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
  /** Keys of the register answer with their JSON text, ready to be put into the answer. */
  sections: z.record(z.string(), z.string()),
});

export type RegisterSections = z.infer<typeof registerSections>;

function sectionsOf(
  owner: ServiceName,
): InternalOperation<typeof registerRequest, typeof registerSections> {
  return internalOperation({
    name: "getRegisterSections",
    owner,
    input: registerRequest,
    output: registerSections,
    doc: "This service's sections of the initial data, from one REPEATABLE READ transaction.",
  });
}

/** The services that contribute to `POST /register`. */
export const registerOperations = {
  users: sectionsOf("users"),
  channels: sectionsOf("channels"),
  messages: sectionsOf("messages"),
} as const;

/** Whether a section with this event-type name was asked for. */
export function wants(request: RegisterRequest, name: string): boolean {
  return request.fetch === null || request.fetch.includes(name);
}
