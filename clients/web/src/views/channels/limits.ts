/** The longest name of a channel, in characters (docs/behaviour/channels.md#channel-names). */
export const maxNameLength = 60;

/** The longest description of a channel, in characters (docs/behaviour/channels.md#descriptions). */
export const maxDescriptionLength = 1024;
