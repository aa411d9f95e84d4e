import { roles, type SystemGroupName } from "@team-chat/contract";

const dayMs = 86_400_000;

interface Ranked {
  readonly role: number;
  readonly joinedAt: Date;
}

/** The system groups that name the user directly; those above follow from being subgroups (reference/behaviour.md §8.1). */
export function systemGroupsOf(
  user: Ranked,
  waitingPeriodDays: number,
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
      return Date.now() - user.joinedAt.getTime() >= waitingPeriodDays * dayMs
        ? ["role:members", "role:fullmembers"]
        : ["role:members"];
  }
}
