import { z } from "zod";

/** States of an export of a legal hold. */
export const holdExportStates = ["waiting", "running", "done", "failed"] as const;

/** An export of a legal hold as owners get it; times are UNIX seconds. */
export const holdExportObject = z.strictObject({
  id: z.int().describe("Names the export"),
  hold_id: z.int().describe("The legal hold"),
  asked_by: z.int().describe("The owner who asked for it"),
  asked_at: z.int().describe("UNIX seconds"),
  state: z
    .enum(holdExportStates)
    .describe("`done` when the archive is there, `failed` when it was given up"),
  cut_at: z
    .int()
    .nullable()
    .describe("The moment that it shows, in UNIX seconds; null before it was begun"),
  records: z.int().describe("Records that were written so far"),
  files: z.int().describe("Attachments that were written so far"),
  bytes: z.int().describe("Bytes of the archive so far"),
  root: z
    .string()
    .nullable()
    .describe("Hash of all its records, as in its manifest; null until it is done"),
  kept_until: z
    .int()
    .nullable()
    .describe("UNIX seconds, when it is deleted; null before it has ended"),
  archive_url: z
    .string()
    .nullable()
    .describe("Address of the archive for you alone, good for an hour; null unless it is done"),
});

export type HoldExportObject = z.infer<typeof holdExportObject>;
