import type { OutboxRow } from "./rows.ts";

/** Identity of a row within its service. */
export type RowIdentity = Pick<OutboxRow, "id" | "term">;

/**
 * Writes the identity of a row for the stream's duplicate check. Realms are part of it because ids are only unique
 * within a database, the term because a database that was put back gives out ids again.
 */
export function messageId(
  service: string,
  { id, realmId, term }: Pick<OutboxRow, "realmId" | "id" | "term">,
): string {
  const row = `${service}:${realmId}:${id}`;
  return term === null ? row : `${row}:${term}`;
}

/** Reads the row's identity within a message id of this service; null for anything else. */
export function rowOf(messageIdHeader: string, service: string): RowIdentity | null {
  const [from, , digits, term] = messageIdHeader.split(":");
  const id = Number(digits);
  if (from !== service || !Number.isSafeInteger(id)) return null;
  return { id, term: term === undefined ? null : Number(term) };
}

/** Tells whether a message is of this row; one of an earlier release names no term. */
export function isOfRow(found: RowIdentity | null, row: RowIdentity): boolean {
  return found?.id === row.id && (found.term === null || found.term === row.term);
}
