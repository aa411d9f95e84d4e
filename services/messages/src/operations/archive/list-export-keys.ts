import type { listExportKeys as contract, OutputOf } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import { listSigningKeys } from "../../queries/archive/hold-exports.ts";

/** Lists the public keys with which exports are and were signed (docs/legal-holds.md#keys). */
export async function listExportKeys({
  db,
  proofKeys: { publicKeys },
}: Context): Promise<OutputOf<typeof contract>> {
  const used = await listSigningKeys(db);
  const before = used.map(({ publicKey }) => publicKey);
  const all = [...new Set([...publicKeys, ...before])];
  return {
    export_keys: all.map((publicKey) => ({
      public_key: publicKey,
      first_used_at: used.find((key) => key.publicKey === publicKey)?.firstUsedAt ?? null,
      is_current: publicKeys.includes(publicKey),
    })),
  };
}
