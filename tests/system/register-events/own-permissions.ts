import { type ClientState, numbers, type Row, rows } from "./state.ts";

/**
 * Keys of the initial data about the user's own permissions; clients derive them themselves when roles, groups or
 * settings change.
 */
export const ownPermissionKeys = [
  "can_create_streams",
  "can_create_public_streams",
  "can_create_private_streams",
  "can_create_web_public_streams",
  "can_subscribe_other_users",
  "can_invite_others_to_realm",
] as const;

function isInGroup({ data, userId }: ClientState, groupId: number): boolean {
  const groups = new Map(rows(data["realm_user_groups"]).map((group) => [group["id"], group]));
  const pending = [groupId];
  const seen = new Set<number>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group = groups.get(id);
    if (numbers(group?.["members"]).includes(userId)) return true;
    pending.push(...numbers(group?.["direct_subgroup_ids"]));
  }
  return false;
}

/**
 * Computes the user's own permissions as a client does, by the names that the initial data uses; null when it does not
 * know the groups or the settings.
 */
export function ownPermissionsOf(state: ClientState): Row | null {
  const { data } = state;
  const isKnown = ["realm_user_groups", "realm_users", "realm_can_invite_users_group"].every(
    (key) => key in data,
  );
  if (!isKnown) return null;
  const may = (name: string) => {
    const value = data[`realm_${name}`] as number | Row;
    if (data["is_guest"] === true) return false;
    if (typeof value === "number") return isInGroup(state, value);
    return (
      numbers(value["direct_members"]).includes(state.userId) ||
      numbers(value["direct_subgroups"]).some((id) => isInGroup(state, id))
    );
  };
  const [publicly, privately] = [
    may("can_create_public_channel_group"),
    may("can_create_private_channel_group"),
  ];
  const letsSpectatorsIn =
    data["server_web_public_streams_enabled"] === true &&
    data["realm_enable_spectator_access"] === true;
  return {
    can_create_streams: publicly || privately,
    can_create_public_streams: publicly,
    can_create_private_streams: privately,
    can_create_web_public_streams: letsSpectatorsIn && may("can_create_web_public_channel_group"),
    can_subscribe_other_users: may("can_add_subscribers_group"),
    can_invite_others_to_realm: may("can_invite_users_group"),
  };
}
