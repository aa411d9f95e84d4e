import { z } from "zod";

import { exportTypes } from "../internal/exports.ts";

/** An export as administrators get it; times are UNIX seconds. */
export const exportObject = z.strictObject({
  id: z.int().describe("Unique id"),
  acting_user_id: z
    .int()
    .nullable()
    .describe("Who asked for it; null for whoever operates the server"),
  export_time: z.int().describe("When it was asked for"),
  deleted_timestamp: z.int().nullable().describe("When its archive was deleted"),
  failed_timestamp: z.int().nullable().describe("When it was given up"),
  export_url: z
    .string()
    .nullable()
    .describe("Address of the archive, for administrators; null when there is none"),
  pending: z.boolean().describe("True until it is done or given up"),
  export_type: z.enum(exportTypes).describe("What it has"),
});

export type ExportObject = z.infer<typeof exportObject>;
