import { z } from "zod";

import { operation } from "../operation.ts";
import { maxIconMib } from "./icon.ts";

export const uploadRealmIcon = operation({
  name: "uploadRealmIcon",
  method: "POST",
  path: "/realm/icon",
  owner: "users",
  auth: "user",
  scope: "administration",
  upload: { maxBytes: maxIconMib * 1024 * 1024 },
  params: {},
  response: z.object({ icon_url: z.string().describe("The picture from now on") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: `Give the organization a picture\n\nThe body is multipart and has one file, a PNG, GIF, JPEG or WebP picture of at most ${maxIconMib} MiB, under whatever name. It is cut to a square. For administrators.`,
});
