import { z } from "zod";

import { exportObject } from "./export-object.ts";

/** An export was asked for, has ended, or its archive was deleted; for administrators. */
export const realmExportEvent = z.strictObject({
  type: z.literal("realm_export"),
  exports: z.array(exportObject).describe("All of the organization, oldest first"),
});

/** Somebody lets private data be exported, or does not any more; for administrators. */
export const realmExportConsentEvent = z.strictObject({
  type: z.literal("realm_export_consent"),
  user_id: z.int().describe("The person"),
  consented: z.boolean().describe("Whether exports may have the person's private data"),
});
