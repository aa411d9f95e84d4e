import { z } from "zod";

import { operatorOperation } from "./operator-operation.ts";

/** Most days that an organization stays after it was said that it is to be deleted. */
export const mostDeletionDays = 365;

/** A deletion that is not done, as it is shown with its organization. */
export const pendingDeletion = z.object({
  /** `failed`: the last try has left something; it is tried again. */
  state: z.enum(["scheduled", "running", "failed"]),
  /** UNIX seconds; before that it can be cancelled. */
  due_at: z.int(),
});

/** A deletion that was asked for, also when it is done. */
export const operatorDeletion = z.object({
  organization_id: z.int(),
  /** That it had. */
  subdomain: z.string(),
  state: z.enum(["scheduled", "running", "failed", "done"]),
  /** UNIX seconds, as are the other times. */
  requested_at: z.int(),
  /** Begins then, or is tried again. */
  due_at: z.int(),
  begun_at: z.int().nullable(),
  finished_at: z.int().nullable(),
  tries: z.int(),
  /** Part that is being deleted; empty before and after. */
  step: z.string(),
  /** Number of rows, files and events that were deleted. */
  deleted: z.int(),
  /** Number of tables, streams, buckets and folders that were looked through in the end. */
  places: z.int(),
  /** Counts of whatever was found there. */
  remaining: z.array(z.object({ service: z.string(), place: z.string(), count: z.int() })),
  /** Why it was not carried out the last time; empty for none. */
  failure: z.string(),
});

export type OperatorDeletion = z.infer<typeof operatorDeletion>;

export const listDeletions = operatorOperation({
  name: "listDeletions",
  method: "GET",
  path: "/deletions",
  scope: "read",
  input: z.strictObject({
    /** Continues behind the organization that a page ended with. */
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    organization_id: z.coerce.number().int().optional(),
  }),
  output: z.object({ deletions: z.array(operatorDeletion) }),
  doc: "Deletions by organization, those that are done included, a page at a time.",
});
