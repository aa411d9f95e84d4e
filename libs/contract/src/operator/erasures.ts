import { z } from "zod";

import { erasedMessages, stayingExport } from "../internal/erasures.ts";
import { operatorOperation } from "./operator-operation.ts";
import { text } from "./text.ts";

/** The erasure of one person, also when it is done. */
export const operatorErasure = z.object({
  user_id: z.int(),
  asked_with_key: z.string(),
  messages: z.enum(erasedMessages),
  /** `failed`: the last try has left something; it is tried again. */
  state: z.enum(["running", "failed", "done"]),
  /** UNIX seconds, as are the other times. */
  asked_at: z.int(),
  finished_at: z.int().nullable(),
  /** Number of times that it was begun. */
  tries: z.int(),
  /** Service that deletes; empty before and after. */
  step: z.string(),
  /** Number of rows, messages and files that were deleted. */
  deleted: z.int(),
  /** Number of places that were looked through in the end. */
  places: z.int(),
  /** Counts of whatever was found there. */
  remaining: z.array(z.object({ service: z.string(), place: z.string(), count: z.int() })),
  /** Archives in which the person stays until they are deleted. */
  exports: z.array(
    z.object({
      of: stayingExport.shape.of,
      id: stayingExport.shape.id,
      kept_until: stayingExport.shape.keptUntil,
    }),
  ),
  /** Why it was not carried out the last time; empty for none. */
  failure: z.string(),
});

export type OperatorErasure = z.infer<typeof operatorErasure>;

export const erasePerson = operatorOperation({
  name: "erasePerson",
  method: "POST",
  path: "/organizations/{organization_id}/erasures",
  scope: "write",
  input: z.strictObject({
    email: text(254),
    /** The address once more: there is no way back. */
    confirm: text(254),
    messages: z.enum(erasedMessages),
  }),
  output: z.object({ erasure: operatorErasure.optional() }),
  doc: "Erases a person: the account becomes a placeholder at once, everything else of the person is deleted in the background, messages and reactions as `messages` says. There is no way back. A repeated request has nothing in its answer.",
});

export const getErasures = operatorOperation({
  name: "getErasures",
  method: "GET",
  path: "/organizations/{organization_id}/erasures",
  scope: "read",
  input: z.strictObject({
    /** Continues behind the user that a page ended with. */
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
  }),
  output: z.object({ erasures: z.array(operatorErasure) }),
  doc: "People who were erased, or are being erased, by id, a page at a time.",
});
