// See docs/subsystems/link-previews.md.
import type { Transaction } from "@team-chat/pg";

import { wantPages } from "../queries/files/linked-pages.ts";
import { replacePageLinks } from "../queries/files/page-links.ts";

interface Noted {
  readonly realmId: number;
  readonly messageId: number;
  /** Addresses, in order. */
  readonly pages: readonly string[];
  readonly nowMs: number;
}

/**
 * Notes, in the transaction that writes a message, the pages of which it is to show what they are about. Needs the
 * commit gate, as does what shows them: none is shown meanwhile without this message.
 */
export async function notePages(
  tx: Transaction,
  { messageId, nowMs, pages, realmId }: Noted,
): Promise<void> {
  const ids = await wantPages(tx, realmId, { urls: pages, nowMs });
  const linked = pages.flatMap((url) => ids.get(url) ?? []);
  await replacePageLinks(tx, { realmId, messageId }, linked);
}
