import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path, pathId } from "../param.ts";

/** More than any address of a file has. */
const maxNameLength = 1024;

export const getThumbnailStatus = operation({
  name: "getThumbnailStatus",
  method: "GET",
  path: "/thumbnail/status/{realm_id_str}/{filename*}",
  owner: "messages",
  auth: "user",
  params: {
    realm_id_str: pathId("The organization, as in the file's address"),
    filename: path(upTo(maxNameLength).describe("The rest of the file's address")),
  },
  response: z.object({
    has_thumbnail: z
      .boolean()
      .describe("Whether there is a smaller version of the picture; always false"),
  }),
  errors: ["RESOURCE_NOT_FOUND", "SERVICE_UNAVAILABLE"],
  doc: "Get whether a file has a thumbnail\n\nThis server makes no thumbnails (`server_thumbnail_formats` of the initial data is empty): previews show the picture itself, which is there as soon as it is uploaded. So there is nothing to wait for.",
});
