import { presentGroup } from "../group.ts";
import type { RegisterFacts, Section } from "./facts.ts";

/** `realm_user_groups`, without the deactivated ones for clients that do not know them. */
export function realmUserGroupsSection({
  request,
  groups,
  systemGroups,
  activeIds,
}: RegisterFacts): Section {
  const all = request.capabilities["include_deactivated_groups"] === true;
  const wanted = groups.filter((group) => all || !group.deactivated);
  return {
    realm_user_groups: wanted.map((group) => presentGroup(group, { systemGroups, activeIds })),
  };
}
