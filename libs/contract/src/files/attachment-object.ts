import { z } from "zod";

/** An uploaded file as its owner gets it. */
export const attachmentObject = z.strictObject({
  id: z.int().describe("Unique id"),
  name: z.string().describe("As it was uploaded"),
  path_id: z.string().describe("Its address is `/user_uploads/{path_id}`"),
  size: z.int().describe("Bytes"),
  create_time: z.int().describe("UNIX milliseconds"),
  messages: z
    .array(
      z.strictObject({
        id: z.int().describe("Unique id"),
        date_sent: z.int().describe("UNIX milliseconds"),
      }),
    )
    .describe("The messages that link to it, oldest first"),
});

export type AttachmentObject = z.infer<typeof attachmentObject>;

export const uploadSpaceUsed = z.int().describe("Bytes of all files of the organization");
