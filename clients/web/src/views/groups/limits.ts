/** The longest name of a group, in characters (docs/behaviour/groups.md#changing-groups). */
export const maxNameLength = 100;
