import { z } from "zod";

import { internalOperation, type InternalOperation } from "../internal-operation.ts";
import type { ServiceName } from "../operation.ts";

/** Choices about messages and reactions of somebody who is erased (docs/erasure.md#messages). */
export const erasedMessages = ["keep", "delete"] as const;

const eraseInput = z.object({
  realmId: z.int(),
  userId: z.int(),
  messages: z.enum(erasedMessages),
});

const eraseOutput = z.object({
  deleted: z.int(),
  /** False if there may be more. */
  isDone: z.boolean(),
});

function erasePersonOf(
  owner: ServiceName,
): InternalOperation<typeof eraseInput, typeof eraseOutput> {
  return internalOperation({
    name: "erasePerson",
    owner,
    input: eraseInput,
    output: eraseOutput,
    doc: "Deletes, for about a second, what the service has of somebody who is erased.",
  });
}

/** Services that have something of people beside `users`, which has them erased. */
export const erasePersonOperations = {
  webhooks: erasePersonOf("webhooks"),
  channels: erasePersonOf("channels"),
  messages: erasePersonOf("messages"),
} as const;

const countOutput = z.object({
  places: z.array(z.object({ place: z.string(), count: z.int() })),
});

function countPersonOf(
  owner: ServiceName,
): InternalOperation<typeof eraseInput, typeof countOutput> {
  return internalOperation({
    name: "countPerson",
    owner,
    onlyReads: true,
    input: eraseInput,
    output: countOutput,
    doc: "Counts what the service has of somebody who was erased, in every table that names people.",
  });
}

/** By service, how it is found out what is left of somebody. */
export const countPersonOperations = {
  webhooks: countPersonOf("webhooks"),
  channels: countPersonOf("channels"),
  messages: countPersonOf("messages"),
} as const;

/** Archive that shows somebody as before. */
export const stayingExport = z.object({
  of: z.enum(["organization", "legal_hold"]),
  id: z.int(),
  /** Time at which it is deleted at the latest, in UNIX seconds. */
  keptUntil: z.int(),
});

export const findErasureFacts = internalOperation({
  name: "findErasureFacts",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId: z.int(), userId: z.int() }),
  output: z.object({
    /** Legal holds that are on and cover the person, or something that the person wrote. */
    holds: z.int(),
    exports: z.array(stayingExport),
  }),
  doc: "What speaks against erasing somebody, and the archives in which the person stays.",
});
