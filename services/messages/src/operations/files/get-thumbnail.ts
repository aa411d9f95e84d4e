import type { getThumbnail as contract, InputOf } from "@team-chat/contract";
import { FileAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadFile, noFile } from "../../workflows/files/load-file.ts";

/** Returns a smaller version of a picture that the caller may read (docs/behaviour/uploads.md#thumbnails). */
export async function getThumbnail(
  ctx: Context,
  caller: Caller,
  { filename, realm_id: realmId }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  const end = filename.lastIndexOf("/");
  const file = await loadFile(ctx, caller, `${realmId}/${filename.slice(0, Math.max(end, 0))}`);
  const format = filename.slice(end + 1);
  const thumbnail = file.thumbnails.find(({ name }) => name === format);
  if (thumbnail === undefined) throw noFile();
  const { pathId, place, size } = thumbnail;
  const source = { size, read: ctx.files.at(place).read.bind(null, pathId) };
  return new FileAnswer("image/webp", source, { privateName: format });
}
