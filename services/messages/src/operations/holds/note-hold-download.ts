import type { noteHoldDownload as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { noteDownload } from "../../workflows/holds/note-download.ts";

/** Notes that an operator fetches the archive of a legal hold (docs/legal-holds.md#operators). */
export async function noteHoldDownload(
  ctx: Context,
  _: Identity,
  { id, key, realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await noteDownload(ctx, { realmId, id }, { key });
  return {};
}
