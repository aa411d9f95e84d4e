import type { Connection } from "@team-chat/pg";

import type { RealmWorld } from "../directories/realm-world.ts";
import { mayRead } from "../fetching/load-accessible.ts";
import { attachmentEvent } from "../present/attachment.ts";
import {
  type AttachmentRow,
  listById,
  listByPath,
  listLinkedBy,
  replaceLinks,
  sumSizes,
} from "../queries/attachments.ts";
import { listMessages } from "../queries/messages.ts";
import type { WriteWork } from "../sending/write-message.ts";
import { linkedPathIds } from "./file-name.ts";

/** Whether a text may link to files of the realm: most do not, and cost nothing more. */
export function mayLinkFiles({ realmId }: RealmWorld, content: string): boolean {
  return content.includes(`/user_uploads/${realmId}/`);
}

/** Whether the user may read the file: their own, or one that a message links to which they may read. */
export async function mayReadFile(
  db: Connection,
  world: RealmWorld,
  file: AttachmentRow,
): Promise<boolean> {
  if (file.userId === world.actor.id) return true;
  const reader = { realmId: world.realmId, userId: world.actor.id };
  const ids = file.messages.map(({ id }) => id);
  const messages = await listMessages(db, reader, ids);
  return messages.some((message) => mayRead(message, world));
}

/** Lets a message link to the files that its content names and its sender may read, and tells their owners. */
export async function linkFiles(
  { tx, emit }: WriteWork,
  world: RealmWorld,
  { messageId, content }: { readonly messageId: number; readonly content: string },
): Promise<void> {
  const { realmId } = world;
  const named = await listByPath(tx, realmId, linkedPathIds(content, realmId));
  const attachmentIds: number[] = [];
  for (const file of named) if (await mayReadFile(tx, world, file)) attachmentIds.push(file.id);
  const changed = await replaceLinks(tx, { realmId, messageId, attachmentIds });
  await tellOwners({ tx, emit }, realmId, changed);
}

/** Files that messages link to which are about to be deleted, for `tellOwners` after that. */
export function filesOf(
  { tx }: Pick<WriteWork, "tx">,
  realmId: number,
  messageIds: readonly number[],
): Promise<readonly number[]> {
  return listLinkedBy(tx, realmId, messageIds);
}

/** Tells owners that their files are linked to otherwise than before. */
export async function tellOwners(
  { tx, emit }: Pick<WriteWork, "tx" | "emit">,
  realmId: number,
  attachmentIds: readonly number[],
): Promise<void> {
  if (attachmentIds.length === 0) return;
  const used = await sumSizes(tx, realmId);
  for (const row of await listById(tx, realmId, attachmentIds))
    emit(attachmentEvent("update", row, used));
}
