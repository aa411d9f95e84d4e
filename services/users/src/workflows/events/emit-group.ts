import type { Emit } from "@team-chat/outbox";

interface Announced {
  readonly emit: Emit;
}

/** Subject of an event about a group. */
interface GroupSubject {
  readonly groupId: number;
  /** Clients that do not know deactivated groups hear nothing about them. */
  readonly isDeactivated: boolean;
}

/**
 * Tells everybody what happened to a group; the events service keeps what is about deactivated groups from clients that
 * do not know them.
 */
export function emitGroup(
  { emit }: Announced,
  { groupId, isDeactivated }: GroupSubject,
  fields: { readonly op: string; readonly [field: string]: unknown },
): void {
  emit({
    audience: { to: "everyone" },
    event: { type: "user_group", group_id: groupId, ...fields },
    ...(isDeactivated ? { internal: { deactivated_group: true } } : {}),
  });
}
