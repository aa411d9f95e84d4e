import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";
import { text } from "../param.ts";

/** Longest name of a destination, in characters. */
export const maxDestinationName = 60;

const states = ["working", "failing", "paused"] as const;

/** A server that the audit log is sent to, as owners see it: without its secrets. */
export const auditDestination = z.strictObject({
  id: z.int().describe("Names it when it is changed or removed"),
  name: z.string().describe("Given by whoever added it; the audit log names it so"),
  url: z.string().describe("Address that entries are posted to"),
  has_authorization: z.boolean().describe("True if requests have a header `Authorization`"),
  state: z
    .enum(states)
    .describe(
      "`failing` when the latest try had no success, `paused` when nothing is sent until an owner wants it again",
    ),
  cursor: z.string().describe("Names the place behind the last entry that it has taken"),
  created_at: z.int().describe("UNIX seconds"),
  last_success_at: z.int().nullable().describe("UNIX seconds; null before the first"),
  failing_since: z
    .int()
    .nullable()
    .describe("UNIX seconds of the first try since then that had no success; null for none"),
  last_failure: z.string().nullable().describe("Why the latest of these had none; null for none"),
});

export type AuditDestination = z.infer<typeof auditDestination>;

export const destinationName = text(
  upTo(maxDestinationName).describe("Names it, in the audit log as well"),
);
export const destinationUrl = text(
  upTo(textLimits.endpoint).describe("Address that entries are posted to, https"),
);
