/**
 * The groups that every organization has; each contains the next as its only subgroup, but for the last
 * (docs/behaviour/groups.md#system-groups).
 */
export const systemGroupChain = [
  "role:internet",
  "role:everyone",
  "role:members",
  "role:fullmembers",
  "role:moderators",
  "role:administrators",
  "role:owners",
] as const;

/** All of them, with the one that never has anybody in it. */
export const systemGroupNames = [...systemGroupChain, "role:nobody"] as const;

export type SystemGroupName = (typeof systemGroupNames)[number];

/** Purpose of each system group, shown as its `description`. */
export const systemGroupDescriptions: Readonly<Record<SystemGroupName, string>> = {
  "role:internet": "Everyone on the Internet",
  "role:everyone": "Everyone in this organization, including guests",
  "role:members": "Members of this organization, not including guests",
  "role:fullmembers": "Members of this organization, not including new accounts and guests",
  "role:moderators": "Moderators, administrators and owners of this organization",
  "role:administrators": "Administrators of this organization, including owners",
  "role:owners": "Owners of this organization",
  "role:nobody": "Nobody",
};
