import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

/** A snippet without its user. */
export const snippetRow = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  createdAt: z.date(),
});

export type SnippetRow = z.infer<typeof snippetRow>;

/** Columns of `snippetRow`. */
export const snippetColumns = sql.fragment`snippet_id as id, title, content, created_at as "createdAt"`;

/** Lists the user's snippets, oldest first. */
export function listSnippets(db: Connection, own: AccountRef): Promise<readonly SnippetRow[]> {
  return db.any(sql.type(snippetRow)`
    select ${snippetColumns} from saved_snippet
    where realm_id = ${own.realmId} and user_id = ${own.userId}
    order by snippet_id
  `);
}

/** Finds the user's snippet, or null. */
export function findSnippet(
  db: Connection,
  own: AccountRef,
  id: number,
): Promise<SnippetRow | null> {
  return db.maybeOne(sql.type(snippetRow)`
    select ${snippetColumns} from saved_snippet
    where realm_id = ${own.realmId} and user_id = ${own.userId} and snippet_id = ${id}
  `);
}

/** Saves a new snippet. */
export function insertSnippet(
  tx: Transaction,
  own: AccountRef,
  snippet: Pick<SnippetRow, "title" | "content">,
): Promise<SnippetRow> {
  return tx.one(sql.type(snippetRow)`
    insert into saved_snippet (realm_id, user_id, title, content)
    values (${own.realmId}, ${own.userId}, ${snippet.title}, ${snippet.content})
    returning ${snippetColumns}
  `);
}

/** Writes the snippet's title and content. */
export async function updateSnippet(
  tx: Transaction,
  own: AccountRef,
  snippet: Pick<SnippetRow, "id" | "title" | "content">,
): Promise<void> {
  await tx.query(sql.unsafe`
    update saved_snippet set title = ${snippet.title}, content = ${snippet.content}
    where realm_id = ${own.realmId} and user_id = ${own.userId} and snippet_id = ${snippet.id}
  `);
}

/** False when the user has no such snippet. */
export async function deleteSnippet(
  tx: Transaction,
  own: AccountRef,
  id: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from saved_snippet
    where realm_id = ${own.realmId} and user_id = ${own.userId} and snippet_id = ${id}
  `);
  return rowCount > 0;
}
