// Generated from the contract's list of sections: `npm run generate`.
import type { Sections } from "@team-chat/register";

import type { ChannelsRegistrations } from "./registration/registration.ts";
import { channelFolders } from "./sections/channel-folders.ts";
import { defaultStreamGroups } from "./sections/default-stream-groups.ts";
import { defaultStreams } from "./sections/default-streams.ts";
import { mutedTopics } from "./sections/muted-topics.ts";
import { stream } from "./sections/stream.ts";
import { subscription } from "./sections/subscription.ts";
import { userTopic } from "./sections/user-topic.ts";

/** All sections of this service. */
export const sections: Sections<"channels", ChannelsRegistrations> = {
  channel_folders: channelFolders,
  default_stream_groups: defaultStreamGroups,
  default_streams: defaultStreams,
  muted_topics: mutedTopics,
  stream,
  subscription,
  user_topic: userTopic,
};
