import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { channelFolderObject } from "./channel-folder-object.ts";

export const listChannelFolders = operation({
  name: "listChannelFolders",
  method: "GET",
  path: "/channel_folders",
  owner: "channels",
  auth: "user",
  scope: "read",
  params: {
    include_archived: json(z.boolean().default(false).describe("List archived folders too")),
  },
  response: z.object({
    channel_folders: z.array(channelFolderObject).describe("In their order"),
  }),
  errors: [],
  doc: "Get channel folders",
});
