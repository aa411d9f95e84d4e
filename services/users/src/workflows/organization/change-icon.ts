import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { realmIcon } from "../../present/avatar.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { deleteRealmIconRow, upsertRealmIcon } from "../../queries/organization/realm-icons.ts";
import { loadRealm, stampRealm } from "../../queries/organization/realms.ts";
import { changeRealm } from "../change-realm.ts";
import { emitRealmData } from "../events/emit-realm.ts";

/** Picture of an organization that was checked and scaled. */
interface NewIcon {
  readonly secret: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * Gives the caller's organization another picture, or with null the one that is drawn, and tells everybody
 * (docs/behaviour/organization.md#icon). Returns its address. @throws UNAUTHORIZED_PRINCIPAL
 */
export async function changeIcon(
  ctx: Context,
  caller: Caller,
  icon: NewIcon | null,
): Promise<string> {
  const { id: realmId, subdomain } = caller.realm;
  return changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const { iconSecret: before } = await loadRealm(tx, realmId);
    const iconSecret = icon?.secret ?? "";
    const shown = realmIcon({ iconSecret }, ctx.sites.hostnameOf(subdomain));
    if (before === iconSecret) return shown.icon_url;
    const change = await begin({});
    if (icon === null) await deleteRealmIconRow(tx, realmId);
    else await upsertRealmIcon(tx, realmId, icon);
    await stampRealm(tx, { id: realmId, version: change.versions.version });
    emitRealmData(change, shown, "icon");
    return shown.icon_url;
  });
}
