import type { getFile as contract, InputOf } from "@team-chat/contract";
import { FileAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { fileSource } from "../../workflows/files/file-source.ts";
import { loadFile } from "../../workflows/files/load-file.ts";

/** Returns a file that the caller may read (docs/subsystems/uploads.md). */
export async function getFile(
  ctx: Context,
  caller: Caller,
  { realm_id: realmId, filename }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  const file = await loadFile(ctx, caller, `${realmId}/${filename}`);
  const source = fileSource(ctx, caller.realm.id, file);
  return new FileAnswer(file.contentType, source, { privateName: file.name });
}
