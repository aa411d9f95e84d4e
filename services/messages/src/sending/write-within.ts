// See docs/subsystems/messages.md, Writing.
import { messageEvent } from "@team-chat/contract";

import {
  type DecidedMessage,
  type InsertedRow,
  insertMessageWithin,
} from "../queries/messages/insert-messages.ts";
import { insertSubmessage } from "../queries/messages/submessages.ts";
import { decide } from "./decide.ts";
import type { Draft } from "./draft.ts";
import type { GatedTransaction } from "./gated-transaction.ts";
import { linkFiles, withSettledPreviews } from "./link-files.ts";
import { notePages } from "./note-pages.ts";
import type { LoadedRecipient } from "./recipient.ts";
import { TopicFenced } from "./topic-fence.ts";

/** A message of which only is to be decided what is certain within the realm's commit gate. */
export interface Loaded {
  readonly draft: Draft;
  readonly recipient: LoadedRecipient;
  /** UNIX milliseconds. */
  readonly nowMs: number;
}

/** Tells whether a message brings more rows than the statement writes: a submessage, or links to files or pages. */
export function hasRowsOfItsOwn({ rendered, widget }: Draft): boolean {
  return widget !== null || rendered.uploads.length > 0 || rendered.pages.length > 0;
}

/**
 * Writes a message in a transaction, with the rows that belong to it, and emits its events. Returns null when its key
 * was used before: then nothing was written. `onWritten` is told what the statement did, which may be rolled back yet.
 * @throws TopicFenced
 */
export async function writeWithin(
  { tx, emit }: GatedTransaction,
  { draft, nowMs, recipient }: Loaded,
  onWritten: (row: InsertedRow | undefined) => void,
): Promise<number | null> {
  const { realm, widget } = draft;
  const { realmId, actor } = realm;
  const rendered = await withSettledPreviews(tx, realmId, draft.rendered);
  const message = decide({ ...draft, rendered }, recipient);
  const row = await insertMessageWithin(tx, realmId, message);
  onWritten(row);
  const id = writtenId(message, row);
  if (id === null || row === undefined) return null;
  const submessage = {
    msg_type: "widget",
    content: widget ?? "",
    message_id: id,
    sender_id: actor.id,
  };
  const submessages = widget === null ? [] : [await insertSubmessage(tx, realmId, submessage)];
  emit(messageEvent(message.event, { id, timestamp: row.sent_at, submessages }));
  if (rendered.uploads.length > 0)
    await linkFiles({ tx, emit }, realm, { messageId: id, uploads: rendered.uploads });
  const { pages } = rendered;
  if (pages.length > 0) await notePages(tx, { realmId, messageId: id, pages, nowMs });
  return id;
}

/** Returns the id of a message that was written; null when its key was used before. @throws TopicFenced */
export function writtenId(
  { idempotencyKey, message }: DecidedMessage,
  row: InsertedRow | undefined,
): number | null {
  if (row === undefined || (row.id === null && row.fence === null && idempotencyKey === null))
    throw new Error("A message was not written: its recipient does not exist.");
  if (row.fence !== null) throw new TopicFenced({ ...message, fence: row.fence });
  return row.id;
}
