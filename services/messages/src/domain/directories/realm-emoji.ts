import { realmEmojiMap, type RealmRecord } from "@team-chat/contract";
import type { z } from "zod";

type RealmEmoji = z.output<typeof realmEmojiMap>[string];

const none: readonly RealmEmoji[] = [];
const known = new WeakMap<RealmRecord, readonly RealmEmoji[]>();

/** Returns the organization's own emoji, also deactivated ones; read from its record once for each version. */
export function realmEmojiOf(realm: RealmRecord | undefined): readonly RealmEmoji[] {
  if (realm === undefined) return none;
  const before = known.get(realm);
  if (before !== undefined) return before;
  const emoji = Object.values(realmEmojiMap.parse(realm.settings["emoji"] ?? {}));
  known.set(realm, emoji);
  return emoji;
}
