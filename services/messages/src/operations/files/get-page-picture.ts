import type { getPagePicture as contract, InputOf } from "@team-chat/contract";
import { FileAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { mayRead } from "../../loading/load-accessible.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { listShowing } from "../../queries/files/page-links.ts";
import { findPagePicture } from "../../queries/files/page-pictures.ts";
import { listMessages } from "../../queries/messages/messages.ts";
import { noFile } from "../../workflows/files/load-file.ts";

/** Messages that are looked at together: nearly everybody may read one of the newest. */
const batch = 100;

/**
 * Returns a page's picture to whoever may read a message that shows it (docs/behaviour/markdown.md#previews-of-pages).
 */
export async function getPagePicture(
  ctx: Context,
  caller: Caller,
  { picture: name }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  const realm = await loadRealm(ctx, caller);
  if (!(await maySee(ctx, realm, name))) throw noFile();
  const bytes = await findPagePicture(ctx.db, { realmId: realm.realmId, name });
  if (bytes === null) throw noFile();
  return new FileAnswer("image/webp", bytes, { privateName: name });
}

async function maySee({ db }: Context, realm: RealmView, picture: string): Promise<boolean> {
  const { actor, realmId } = realm;
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const showing = await listShowing(db, realmId, { picture, before, limit: batch });
    const messages = await listMessages(db, { realmId, userId: actor.id }, showing);
    if (messages.some((row) => mayRead(row, realm))) return true;
    if (showing.length < batch) return false;
    before = showing.at(-1) ?? 0;
  }
}
