import {
  hasPendingPreviews,
  linkedUploads,
  type MarkdownContext,
  type Rendered,
  settlePreviews,
  type Upload,
} from "@team-chat/markdown";
import type { Connection, Transaction } from "@team-chat/pg";

import type { RealmView } from "../domain/directories/realm-view.ts";
import { decodedPath, ownPathIds } from "../domain/files/file-name.ts";
import { mayRead } from "../loading/load-accessible.ts";
import { attachmentEvent } from "../present/attachment.ts";
import {
  type AttachmentRow,
  listById,
  listByPath,
  listLinkedBy,
  replaceLinks,
} from "../queries/files/attachments.ts";
import { findStoredBytes } from "../queries/files/stored-bytes.ts";
import { listMessages } from "../queries/messages/messages.ts";
import type { GatedTransaction } from "./gated-transaction.ts";

/**
 * Lists the files with these paths that the user may read: their own, and those that a message links to which they may
 * read. Two statements at most.
 */
export async function listReadable(
  db: Connection,
  realm: RealmView,
  pathIds: readonly string[],
): Promise<readonly AttachmentRow[]> {
  if (pathIds.length === 0) return [];
  const { realmId, actor } = realm;
  const files = await listByPath(db, realmId, pathIds);
  const foreign = files.filter(({ userId }) => userId !== actor.id);
  const ids = new Set(foreign.flatMap(({ messages }) => messages.map(({ id }) => id)));
  if (ids.size === 0) return files.filter(({ userId }) => userId === actor.id);
  const messages = await listMessages(db, { realmId, userId: actor.id }, [...ids]);
  const readable = new Set(messages.flatMap((row) => (mayRead(row, realm) ? [row.id] : [])));
  return files.filter(
    (file) => file.userId === actor.id || file.messages.some(({ id }) => readable.has(id)),
  );
}

/**
 * Lets a message link to those files of its realm among the uploads that its sender may read, and tells their owners.
 * Returns the files that changed, as they are now.
 */
export async function linkFiles(
  { tx, emit }: GatedTransaction,
  realm: RealmView,
  { messageId, uploads }: { readonly messageId: number; readonly uploads: readonly string[] },
): Promise<readonly AttachmentRow[]> {
  const { realmId } = realm;
  const files = await listReadable(tx, realm, ownPathIds(uploads, realmId));
  const attachmentIds = files.map(({ id }) => id);
  const changed = await replaceLinks(tx, { realmId, messageId, attachmentIds });
  return await tellOwners({ tx, emit }, realmId, changed);
}

/** Files that messages link to which are about to be deleted, for `tellOwners` after that. */
export function filesOf(
  { tx }: Pick<GatedTransaction, "tx">,
  realmId: number,
  messageIds: readonly number[],
): Promise<readonly number[]> {
  return listLinkedBy(tx, realmId, messageIds);
}

/** Tells owners that their files are linked to otherwise than before. Returns the files. */
export async function tellOwners(
  { tx, emit }: GatedTransaction,
  realmId: number,
  attachmentIds: readonly number[],
): Promise<readonly AttachmentRow[]> {
  if (attachmentIds.length === 0) return [];
  const used = await findStoredBytes(tx, realmId);
  const files = await listById(tx, realmId, attachmentIds);
  for (const row of files) emit(attachmentEvent("update", row, used));
  return files;
}

/** Finds the files of the realm that a text names and its author may share; asks nothing if it names none. */
export async function findUploads(
  db: Connection,
  realm: RealmView,
  content: string,
): Promise<MarkdownContext["findUpload"]> {
  return uploadsOf(
    await listReadable(db, realm, ownPathIds(linkedUploads(content), realm.realmId)),
  );
}

/** Finds these files by their paths, as they are shown in messages. */
export function uploadsOf(files: readonly AttachmentRow[]): MarkdownContext["findUpload"] {
  const uploads = new Map(files.map((file) => [file.pathId, uploadOf(file)]));
  return (path) => uploads.get(decodedPath(path)) ?? null;
}

/**
 * Shows pictures in the HTML of a message as they are now: their thumbnails may have been made since it was rendered.
 * Only within the realm's commit gate, which what makes thumbnails holds as well, is it the last word.
 */
export async function withSettledPreviews<R extends Pick<Rendered, "html" | "uploads">>(
  tx: Transaction,
  realmId: number,
  rendered: R,
): Promise<R> {
  if (!hasPendingPreviews(rendered.html)) return rendered;
  const files = await listByPath(tx, realmId, ownPathIds(rendered.uploads, realmId));
  return { ...rendered, html: settlePreviews(rendered.html, { findUpload: uploadsOf(files) }) };
}

function uploadOf(file: AttachmentRow): Upload {
  const { contentType, imageHeight: height, imageWidth: width, isAnimated } = file;
  if (width === null || height === null) return { contentType, image: null };
  const thumbnails = file.thumbnailState ?? "none";
  return { contentType, image: { width, height, thumbnails, isAnimated } };
}
