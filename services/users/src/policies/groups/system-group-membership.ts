import { roles, type SystemGroupName } from "@team-chat/contract";

const dayMs = 86_400_000;

interface Ranked {
  readonly role: number;
  readonly joinedAt: Date;
}

/** Since when those must have been there who are full members at a moment in milliseconds. */
export function fullMembersJoinedBefore(waitingPeriodDays: number, nowMs: number): Date {
  return new Date(nowMs - waitingPeriodDays * dayMs);
}

/**
 * Returns the system groups that name the user directly; those above follow from being subgroups
 * (docs/behaviour/groups.md#system-groups).
 */
export function systemGroupsOf(
  user: Ranked,
  { joinedBefore }: { readonly joinedBefore: Date },
): readonly SystemGroupName[] {
  switch (user.role) {
    case roles.owner:
      return ["role:owners"];
    case roles.administrator:
      return ["role:administrators"];
    case roles.moderator:
      return ["role:moderators"];
    case roles.guest:
      return ["role:everyone"];
    default:
      return user.joinedAt <= joinedBefore
        ? ["role:members", "role:fullmembers"]
        : ["role:members"];
  }
}
