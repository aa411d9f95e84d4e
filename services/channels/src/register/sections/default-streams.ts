import { isGuest } from "@team-chat/policy";

import { listDefaultChannels } from "../../present/channel.ts";
import { registerSection } from "../registration/registration.ts";

/** Channels that new members are subscribed to. Guests get none, as they are not told of changes either. */
export const defaultStreams = registerSection({
  name: "default_streams",
  render: ({ actor, channels }) => ({
    realm_default_streams: isGuest(actor)
      ? []
      : listDefaultChannels([...channels.channels.values()]),
  }),
  spectator: { realm_default_streams: [] },
});
