import { presentEmoji } from "../../present/realm-emoji.ts";
import { listEmojiRows } from "../../queries/organization/realm-emoji.ts";
import { stampRealm } from "../../queries/organization/realms.ts";
import type { Prospect } from "../change-realm.ts";
import type { Change } from "../change.ts";

/** Writes a change of the organization's emoji and tells everybody of all of them. */
export async function changeEmoji(
  { begin }: Prospect,
  write: (change: Change) => Promise<void>,
): Promise<void> {
  const change = await begin({});
  const { tx, realmId, versions } = change;
  await write(change);
  await stampRealm(tx, { id: realmId, version: versions.version });
  change.emit({
    audience: { to: "everyone" },
    event: {
      type: "realm_emoji",
      op: "update",
      realm_emoji: presentEmoji(await listEmojiRows(tx, realmId)),
    },
  });
}
