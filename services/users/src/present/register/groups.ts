import { presentGroup } from "../group.ts";
import type { RegisterFacts } from "./facts.ts";
import { rememberedSection, type Section } from "./field-texts.ts";

/** `realm_user_groups`, without the deactivated ones for clients that do not know them. */
export function realmUserGroupsSection({
  request,
  groups,
  systemGroups,
  activeIds,
  view,
}: RegisterFacts): Section {
  const all = request.capabilities["include_deactivated_groups"] === true;
  return rememberedSection(view, `groups ${all}`, () => {
    const wanted = groups.filter((group) => all || !group.deactivated);
    const form = { systemGroups, activeIds };
    return { realm_user_groups: wanted.map((group) => presentGroup(group, form)) };
  });
}
