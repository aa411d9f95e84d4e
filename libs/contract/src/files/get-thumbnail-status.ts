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
  scope: "read",
  params: {
    realm_id_str: pathId("The organization, as in the file's address"),
    filename: path(upTo(maxNameLength).describe("The rest of the file's address")),
  },
  response: z.object({
    has_thumbnail: z.boolean().describe("Whether there is a smaller version of the picture by now"),
  }),
  errors: ["RESOURCE_NOT_FOUND", "SERVICE_UNAVAILABLE"],
  doc: "Get whether a file has a thumbnail\n\nThumbnails are made soon after a picture is uploaded. Whoever shows a message of which the picture is still to come can ask here until it has; whoever has an event queue is told by an `update_message` event. Files that are no pictures never have one.",
});
