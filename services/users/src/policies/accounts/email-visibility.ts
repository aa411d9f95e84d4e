import { emailVisibilities, roles } from "@team-chat/contract";

interface Viewer {
  readonly userId: number;
  readonly role: number;
}

interface Viewed {
  readonly userId: number;
  readonly emailVisibility: number;
}

/**
 * Returns the least powerful role that sees the addresses of users with this visibility; null when only they themselves
 * do.
 */
export function leastRoleSeeing(visibility: number): number | null {
  switch (visibility) {
    case emailVisibilities.everyone:
      return roles.guest;
    case emailVisibilities.members:
      return roles.member;
    case emailVisibilities.moderators:
      return roles.moderator;
    case emailVisibilities.administrators:
      return roles.administrator;
    default:
      return null;
  }
}

/** Tells whether the viewer may see the user's real address (docs/behaviour/users.md#e-mail-addresses). */
export function maySeeEmail(viewer: Viewer, user: Viewed): boolean {
  if (viewer.userId === user.userId) return true;
  const least = leastRoleSeeing(user.emailVisibility);
  return least !== null && viewer.role <= least;
}
