import { z } from "zod";

import { internalOperation, type InternalOperation } from "../internal-operation.ts";
import type { ServiceName } from "../operation.ts";

/**
 * Steps in which a service deletes what it has of an organization: files and rows, but for the outbox; rows of the
 * outbox that were published; once the streams have nothing any more, whatever is left.
 */
export const deletionSteps = ["data", "published", "rest"] as const;

export type DeletionStep = (typeof deletionSteps)[number];

const deleteInput = z.object({ realmId: z.int(), step: z.enum(deletionSteps) });
const deleteOutput = z.object({
  deleted: z.int(),
  /** False if there may be more. */
  isDone: z.boolean(),
});

function deleteRealmOf(
  owner: ServiceName,
): InternalOperation<typeof deleteInput, typeof deleteOutput> {
  return internalOperation({
    name: "deleteRealm",
    owner,
    input: deleteInput,
    output: deleteOutput,
    doc: "Deletes, for about a second, what the service has of an organization that is to go.",
  });
}

/** Services that have something of organizations beside `users`, which has them deleted. */
export const deleteRealmOperations = {
  webhooks: deleteRealmOf("webhooks"),
  channels: deleteRealmOf("channels"),
  messages: deleteRealmOf("messages"),
} as const;

const countInput = z.object({ realmId: z.int() });
const countOutput = z.object({
  places: z.array(z.object({ place: z.string(), count: z.int() })),
});

function countRealmOf(
  owner: ServiceName,
): InternalOperation<typeof countInput, typeof countOutput> {
  return internalOperation({
    name: "countRealm",
    owner,
    onlyReads: true,
    input: countInput,
    output: countOutput,
    doc: "Counts what the service has of an organization, in every table and folder.",
  });
}

/** By service, how it is found out what is left of an organization. */
export const countRealmOperations = {
  webhooks: countRealmOf("webhooks"),
  channels: countRealmOf("channels"),
  messages: countRealmOf("messages"),
} as const;
