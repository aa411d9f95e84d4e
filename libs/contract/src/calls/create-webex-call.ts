import { z } from "zod";

import { operation } from "../operation.ts";
import { callUrl } from "./call-params.ts";

export const createWebexCall = operation({
  name: "createWebexCall",
  method: "POST",
  path: "/calls/webex/create",
  owner: "users",
  auth: "user",
  scope: "send",
  params: {},
  response: z.object({ url: callUrl }),
  errors: ["BAD_REQUEST", "INVALID_VIDEO_CALL_PROVIDER_TOKEN"],
  doc: "Make a Webex call\n\nIn the name of the caller, who lets us on the page `/calls/webex/register`: in a room that everybody of the caller's Webex organization may join, or in the caller's own where those have to be paid for.",
});
