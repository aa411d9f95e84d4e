import { hasMetadataAccess } from "@team-chat/policy";
import { Json } from "@team-chat/register";

import { viewChannel } from "../../present/channel-view.ts";
import { registerSection, seesArchived } from "../registration/registration.ts";

/** Every channel that the caller may know of, by name. */
export const stream = registerSection({
  name: "stream",
  render: (registration) => {
    const { actor, channels, users } = registration;
    const texts = channels
      .byName()
      .filter((channel) => !channel.isArchived || seesArchived(registration))
      .filter((channel) => hasMetadataAccess(actor, channel, registration))
      .map((channel) => `${viewChannel(channel, channels, users).opened}}`);
    return { streams: new Json(`[${texts.join(",")}]`) };
  },
  spectator: {},
});
