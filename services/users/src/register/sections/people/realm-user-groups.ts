import { rememberedFields } from "@team-chat/register";

import { presentGroup } from "../../../present/group.ts";
import { registerSection, type Registration } from "../../registration/registration.ts";

/** All groups, without the deactivated ones for clients that do not know them. */
export const realmUserGroups = registerSection({
  name: "realm_user_groups",
  render,
  spectator: render,
});

function render({ activeIds, groups, request, systemGroups, view }: Registration) {
  const all = request.capabilities["include_deactivated_groups"] === true;
  return rememberedFields(view, `groups ${all}`, () => {
    const wanted = groups.filter((group) => all || !group.deactivated);
    const form = { systemGroups, activeIds };
    return { realm_user_groups: wanted.map((group) => presentGroup(group, form)) };
  });
}
