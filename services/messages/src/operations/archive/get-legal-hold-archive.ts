import type { getLegalHoldArchive as contract, InputOf } from "@team-chat/contract";
import { FileAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold } from "../../policies/archive/legal-holds.ts";
import { archiveSource } from "../../workflows/exports/archive-source.ts";
import { noFile } from "../../workflows/files/load-file.ts";
import { noteDownload } from "../../workflows/holds/note-download.ts";

/** Returns an archive to the owner who was given its address (docs/legal-holds.md#asking-for-an-export). */
export async function getLegalHoldArchive(
  ctx: Context,
  caller: Caller,
  { address: token }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayHold(actor);
  const [ofRealm, id, ownerId] = ctx.archiveTokens.read(token, ctx.now()) ?? [0, 0, 0];
  if (ofRealm !== realmId || ownerId !== actor.id) throw noFile();
  const source = await archiveSource(ctx, { of: "legal_hold", realmId, id });
  if (source === null) throw noFile();
  await noteDownload(ctx, { realmId, id }, { userId: actor.id });
  return new FileAnswer("application/zip", source, { privateName: `hold-export-${id}.zip` });
}
