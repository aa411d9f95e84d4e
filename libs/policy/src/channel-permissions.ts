/**
 * A permission field of channels and what the product says about it
 * (docs/behaviour/channels.md#permissions-of-a-channel).
 */
interface PermissionFacts {
  /** System group it has when a channel is created without it; null is the creator alone. */
  readonly initially: string | null;
  /** True if guests may hold it: `role:everyone` is an allowed value. */
  readonly guests: boolean;
  /** True if changing it needs access to the channel's messages, not only to the channel. */
  readonly needsContentAccess: boolean;
}

/** All permission fields of channels, in the order clients see them. */
export const channelPermissions = {
  can_add_subscribers_group: { initially: "role:nobody", guests: false, needsContentAccess: true },
  can_administer_channel_group: { initially: null, guests: false, needsContentAccess: false },
  can_create_topic_group: { initially: "role:everyone", guests: true, needsContentAccess: false },
  can_delete_any_message_group: {
    initially: "role:nobody",
    guests: true,
    needsContentAccess: true,
  },
  can_delete_own_message_group: {
    initially: "role:nobody",
    guests: true,
    needsContentAccess: true,
  },
  can_move_messages_out_of_channel_group: {
    initially: "role:nobody",
    guests: true,
    needsContentAccess: false,
  },
  can_move_messages_within_channel_group: {
    initially: "role:nobody",
    guests: true,
    needsContentAccess: false,
  },
  can_remove_subscribers_group: {
    initially: "role:administrators",
    guests: true,
    needsContentAccess: false,
  },
  can_resolve_topics_group: { initially: "role:nobody", guests: true, needsContentAccess: false },
  can_send_message_group: { initially: "role:everyone", guests: true, needsContentAccess: false },
  can_subscribe_group: { initially: "role:nobody", guests: false, needsContentAccess: true },
} as const satisfies Record<string, PermissionFacts>;

export type ChannelPermission = keyof typeof channelPermissions;

/** The names of `channelPermissions`, in order. */
export const channelPermissionNames = Object.keys(
  channelPermissions,
) as readonly ChannelPermission[];
