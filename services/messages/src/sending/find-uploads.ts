import { linkedUploads, type MarkdownContext, type Upload } from "@team-chat/markdown";
import type { Connection } from "@team-chat/pg";

import type { RealmView } from "../domain/directories/realm-view.ts";
import { decodedPath, ownPathIds } from "../domain/files/file-name.ts";
import type { AttachmentRow } from "../queries/files/attachments.ts";
import { listReadable } from "./link-files.ts";

/** Finds the files of the realm that a text names and its author may share; asks nothing if it names none. */
export async function findUploads(
  db: Connection,
  realm: RealmView,
  content: string,
): Promise<MarkdownContext["findUpload"]> {
  const files = await listReadable(db, realm, ownPathIds(linkedUploads(content), realm.realmId));
  const uploads = new Map(files.map((file) => [file.pathId, uploadOf(file)]));
  return (path) => uploads.get(decodedPath(path)) ?? null;
}

/** Describes a file; there are no smaller versions of pictures. */
function uploadOf({ contentType, imageWidth: width, imageHeight: height }: AttachmentRow): Upload {
  const image = width === null || height === null ? null : { width, height };
  return { contentType, image: image && { ...image, thumbnails: "none" } };
}
