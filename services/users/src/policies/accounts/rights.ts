import {
  type GroupSettingValue,
  type PermissionSetting,
  realmPermissions,
  roles,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Somebody who acts, with every group that the user is in, directly or through groups within groups. */
export interface Actor {
  readonly userId: number;
  readonly role: number;
  readonly groupIds: ReadonlySet<number>;
}

/**
 * Tells whether a value names the actor; guests never hold permissions that exclude them, even if listed
 * (docs/behaviour/groups.md#group-settings).
 */
export function holds(
  actor: Actor,
  value: GroupSettingValue,
  rules: Pick<PermissionSetting, "allowEveryone">,
): boolean {
  if (!rules.allowEveryone && actor.role === roles.guest) return false;
  if (typeof value === "number") return actor.groupIds.has(value);
  return (
    value.direct_members.includes(actor.userId) ||
    value.direct_subgroups.some((id) => actor.groupIds.has(id))
  );
}

export type RealmPermissionName = keyof typeof realmPermissions;

/** Tells whether the actor holds a permission of the organization; `permissions` are all of them. */
export function holdsRealmPermission(
  actor: Actor,
  name: RealmPermissionName,
  permissions: Readonly<Record<RealmPermissionName, GroupSettingValue>>,
): boolean {
  return holds(actor, permissions[name], realmPermissions[name]);
}

/** @throws BAD_REQUEST for guests */
export function checkNotGuest(actor: Pick<Actor, "role">): void {
  if (actor.role === roles.guest) throw new AppError("BAD_REQUEST", "Not allowed for guest users");
}

/** Refuses somebody who may see a thing but not change it in this way. */
export function insufficientPermission(): AppError {
  return new AppError("BAD_REQUEST", "Insufficient permission");
}
