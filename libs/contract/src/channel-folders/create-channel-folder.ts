import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";
import {
  maxChannelFolderDescriptionLength,
  maxChannelFolderNameLength,
} from "./channel-folder-object.ts";

export const createChannelFolder = operation({
  name: "createChannelFolder",
  method: "POST",
  path: "/channel_folders/create",
  owner: "channels",
  auth: "user",
  scope: "administration",
  params: {
    name: text(upTo(maxChannelFolderNameLength).describe("Name of the new folder")),
    description: text(upTo(maxChannelFolderDescriptionLength).default("").describe("Markdown")),
  },
  response: z.object({ channel_folder_id: z.int().describe("The new folder's id") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Create a channel folder\n\nFor administrators. The folder comes after all others.",
});
