import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { channelObject } from "./channel-object.ts";

const selector = (fallback: boolean, what: string) =>
  json(z.boolean().default(fallback).describe(what));

export const listChannels = operation({
  name: "listChannels",
  method: "GET",
  path: "/streams",
  owner: "channels",
  auth: "user",
  scope: "read",
  params: {
    include_public: selector(true, "All public channels; nothing for guests"),
    include_web_public: selector(false, "All web-public channels"),
    include_subscribed: selector(true, "Channels the caller is subscribed to"),
    exclude_archived: selector(true, "Leave archived channels out"),
    include_all: selector(false, "All channels whose existence the caller may know of"),
    include_default: selector(false, "Default channels, and `is_default` in every channel"),
    include_owner_subscribed: selector(
      false,
      "For bots: every channel that the owner is subscribed to, private ones too",
    ),
    include_can_access_content: selector(false, "All channels whose messages the caller may read"),
    include_all_active: selector(false, "Deprecated form of include_all"),
  },
  response: z.object({
    streams: z.array(channelObject).describe("Channels that any of the selectors names, by name"),
  }),
  errors: [],
  doc: "Get channels",
});
