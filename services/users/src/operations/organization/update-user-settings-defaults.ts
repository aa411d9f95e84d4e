import type { InputOf, updateUserSettingsDefaults as contract } from "@team-chat/contract";
import { userSettings } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { changedSettings } from "../../policies/settings/own-settings.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm, updateRealmRow } from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Changes what settings new users begin with. */
export async function updateUserSettingsDefaults(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const { userSettingsDefaults: before } = await loadRealm(tx, realmId);
    const changed = changedSettings(userSettings.parse(before), input);
    if (Object.keys(changed).length === 0) return;
    const { emit, versions } = await begin({});
    const realm = { id: realmId, version: versions.version };
    await updateRealmRow(tx, realm, { userSettingsDefaults: { ...before, ...changed } });
    for (const [property, value] of Object.entries(changed))
      emit({
        audience: { to: "everyone" },
        event: { type: "realm_user_settings_defaults", op: "update", property, value },
      });
  });
  return {};
}
