import { z } from "zod";

import { attachmentObject, uploadSpaceUsed } from "../files/attachment-object.ts";

const common = { type: z.literal("attachment"), upload_space_used: uploadSpaceUsed };

/** A user's file was uploaded, is linked to by other messages than before, or was deleted. */
export const attachmentEvent = z.discriminatedUnion("op", [
  z.strictObject({
    ...common,
    op: z.literal("add"),
    attachment: attachmentObject.describe("The new one"),
  }),
  z.strictObject({
    ...common,
    op: z.literal("update"),
    attachment: attachmentObject.describe("As it is now"),
  }),
  z.strictObject({
    ...common,
    op: z.literal("remove"),
    attachment: z.strictObject({ id: z.int().describe("Which is gone") }).describe("The file"),
  }),
]);
