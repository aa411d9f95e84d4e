import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

const topicInChannel = z.object({
  channelId: z.int(),
  /** Normalised: the empty topic is `""`. */
  topic: z.string(),
});

export const moveTopicPreferences = internalOperation({
  name: "moveTopicPreferences",
  owner: "channels",
  input: z.object({
    realmId: z.int(),
    from: topicInChannel,
    to: topicInChannel,
    /** True if the target had messages before, so that two topics become one. */
    isMerge: z.boolean(),
    /** A move with a key that was used before is not carried along again. */
    key: z.string().min(1).max(150),
  }),
  output: z.object({}),
  doc: "Carry users' preferences along with all messages of a topic; in a merge the more visible one wins.",
});

export const setTopicVisibilityFor = internalOperation({
  name: "setTopicVisibilityFor",
  owner: "channels",
  input: topicInChannel.extend({
    realmId: z.int(),
    userIds: z.array(z.int()),
    /** 2 unmuted, 3 followed. */
    policy: z.literal([2, 3]),
    /** Whoever muted the topic is left alone, as for those who are only mentioned. */
    keepMuted: z.boolean(),
  }),
  /** Users whose preference changed, ascending. */
  output: z.object({ changedUserIds: z.array(z.int()) }),
  doc: "Unmute or follow a topic for users who see less of it so far; nobody comes to see less.",
});
