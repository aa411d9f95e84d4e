import { z } from "zod";

import { storedLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";

export const reorderChannelFolders = operation({
  name: "reorderChannelFolders",
  method: "PATCH",
  path: "/channel_folders",
  owner: "channels",
  auth: "user",
  scope: "administration",
  params: {
    order: json(
      z
        .array(z.int())
        .max(storedLimits.channelFolders.most)
        .describe("Ids of all folders, archived ones too, each once"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Reorder channel folders",
});
