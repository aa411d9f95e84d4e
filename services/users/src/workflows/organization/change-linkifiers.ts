import { presentLinkifier } from "../../present/linkifier.ts";
import { listLinkifierRows } from "../../queries/organization/linkifiers.ts";
import { stampRealm } from "../../queries/organization/realms.ts";
import type { Prospect } from "../change-realm.ts";
import type { Change } from "../change.ts";

/** Writes a change of the organization's linkifiers and tells everybody of all of them. */
export async function changeLinkifiers<T>(
  { begin }: Prospect,
  write: (change: Change) => Promise<T>,
): Promise<T> {
  const change = await begin({});
  const { tx, realmId, versions } = change;
  const result = await write(change);
  await stampRealm(tx, { id: realmId, version: versions.version });
  const linkifiers = await listLinkifierRows(tx, realmId);
  change.emit({
    audience: { to: "everyone" },
    event: { type: "realm_linkifiers", realm_linkifiers: linkifiers.map(presentLinkifier) },
  });
  return result;
}
