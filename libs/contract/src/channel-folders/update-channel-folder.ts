import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, pathId, text } from "../param.ts";
import {
  maxChannelFolderDescriptionLength,
  maxChannelFolderNameLength,
} from "./channel-folder-object.ts";

export const updateChannelFolder = operation({
  name: "updateChannelFolder",
  method: "PATCH",
  path: "/channel_folders/{channel_folder_id}",
  owner: "channels",
  auth: "user",
  scope: "administration",
  params: {
    channel_folder_id: pathId("The folder's id"),
    name: text(upTo(maxChannelFolderNameLength).optional().describe("New name")),
    description: text(
      upTo(maxChannelFolderDescriptionLength).optional().describe("New description"),
    ),
    is_archived: json(
      z.boolean().optional().describe("Archive the folder, which must be empty, or take it back"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Update a channel folder",
});
