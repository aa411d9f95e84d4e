import { pendingPreview } from "@team-chat/markdown";
import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const pendingRow = z.object({ id: z.number(), html: z.string() });

/** Lists those of the messages that show pictures whose smaller versions were still to come when they were rendered. */
export function listPendingPreviews(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
): Promise<readonly z.output<typeof pendingRow>[]> {
  return tx.any(sql.type(pendingRow)`
    select id, rendered_content as html from message
    where realm_id = ${realmId} and id = any(${sql.array([...messageIds], "int8")}) and has_attachment
      and strpos(rendered_content, ${pendingPreview}) > 0`);
}

/** Gives a message HTML that says the same in another way; for clients it has not been edited. */
export async function updateRendered(
  tx: Transaction,
  { messageId, realmId }: { readonly realmId: number; readonly messageId: number },
  html: string,
): Promise<void> {
  await tx.query(sql.unsafe`
    update message set rendered_content = ${html} where realm_id = ${realmId} and id = ${messageId}`);
}
