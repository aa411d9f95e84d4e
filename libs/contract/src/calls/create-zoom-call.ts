import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { callUrl } from "./call-params.ts";

export const createZoomCall = operation({
  name: "createZoomCall",
  method: "POST",
  path: "/calls/zoom/create",
  owner: "users",
  auth: "user",
  scope: "send",
  params: {
    is_video_call: json(z.boolean().default(true).describe("Whether cameras are on at first")),
  },
  response: z.object({ url: callUrl }),
  errors: ["BAD_REQUEST", "INVALID_VIDEO_CALL_PROVIDER_TOKEN", "UNKNOWN_ZOOM_USER"],
  doc: "Make a Zoom call\n\nWith the account of the installation, as the Zoom user with the caller's address; or, where the installation has none, in the name of the caller, who lets us on the page `/calls/zoom/register`.",
});
