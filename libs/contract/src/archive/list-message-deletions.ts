import { z } from "zod";

import { line } from "../bounded-text.ts";
import { latestSecond, listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { deletionReasons } from "./deletion-reasons.ts";

const tooMany = `Too many deletions requested (maximum ${listLimits.deletions}).`;
const second = z.int().min(0).max(latestSecond);

export const listMessageDeletions = operation({
  name: "listMessageDeletions",
  method: "GET",
  path: "/archive/deletions",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: {
    anchor: json(
      z.int().min(1).optional().describe("A deletion: those before it; else the newest"),
    ),
    limit: json(
      z.int().min(1).max(listLimits.deletions, tooMany).default(100).describe("Most deletions"),
    ),
    stream_id: json(z.int().min(0).optional().describe("Deletions in this channel")),
    topic: text(line.optional().describe("Deletions in this topic, in any case")),
    deleter_id: json(z.int().min(0).optional().describe("Deletions by this user")),
    since: json(second.optional().describe("Deletions from this UNIX second on")),
    until: json(second.optional().describe("Deletions before this UNIX second")),
  },
  response: z.object({
    deletions: z
      .array(
        z.strictObject({
          id: z.int().describe("Names the deletion; newer ones have greater ids"),
          reason: z
            .enum(deletionReasons)
            .describe(
              "`message` somebody deleted one, `topic` somebody deleted a topic, `retention` their time was over, `withdrawn` a notice was taken back",
            ),
          deleter_id: z
            .int()
            .nullable()
            .describe("The user; null where the server deleted by itself"),
          deleted_at: z.int().describe("UNIX seconds"),
          kept_until: z.int().describe("UNIX seconds; after that the messages are gone for good"),
          stream_id: z.int().nullable().describe("The channel; null for direct messages"),
          topic: z.string().nullable().describe("The topic; null for direct messages"),
          messages: z.int().describe("Messages of it that can be restored"),
          first_message_id: z.int().describe("The oldest of these"),
          last_message_id: z.int().describe("The newest of these"),
        }),
      )
      .describe("The newest first"),
    found_oldest: z.boolean().describe("No deletion is older than the last of these"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "List what was deleted\n\nFor administrators: what can be restored still. It says who deleted when and where, and shows no message. Direct messages that people deleted are not listed.",
});
