import { z } from "zod";

import { operation } from "../operation.ts";

/** Reported to clients as `max_file_upload_size_mib`. */
export const maxUploadMib = 25;

export const uploadFile = operation({
  name: "uploadFile",
  method: "POST",
  path: "/user_uploads",
  owner: "messages",
  auth: "user",
  scope: "send",
  openToChannelKeys: true,
  upload: { maxBytes: maxUploadMib * 1024 * 1024, isStreamed: true },
  params: {},
  response: z.object({
    url: z.string().describe("To be linked to in messages, relative to the organization's URL"),
    uri: z.string().describe("Older name of `url`"),
    filename: z.string().describe("The name of the file, without what addresses cannot have"),
  }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Upload a file\n\nThe body is multipart and has one file, under whatever name. Others may read it once a message that they may read links to it.",
});
