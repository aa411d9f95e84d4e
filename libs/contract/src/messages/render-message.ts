import { z } from "zod";

import { operation } from "../operation.ts";
import { text } from "../param.ts";
import { markdownText } from "./markdown-text.ts";

export const renderMessage = operation({
  name: "renderMessage",
  method: "POST",
  path: "/messages/render",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: { content: text(markdownText.describe("Markdown")) },
  response: z.object({ rendered: z.string().describe("HTML") }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Render a message\n\nAs it would look if the caller sent it; nothing is sent.",
});
