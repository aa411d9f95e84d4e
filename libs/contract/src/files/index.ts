import { deleteAttachment } from "./delete-attachment.ts";
import { getFileUrl } from "./get-file-url.ts";
import { getFile } from "./get-file.ts";
import { getPagePicture } from "./get-page-picture.ts";
import { getTemporaryFile } from "./get-temporary-file.ts";
import { getThumbnailStatus } from "./get-thumbnail-status.ts";
import { getThumbnail } from "./get-thumbnail.ts";
import { listAttachments } from "./list-attachments.ts";
import { uploadFile } from "./upload-file.ts";

export { type AttachmentObject } from "./attachment-object.ts";
export { thumbnailFormats } from "./thumbnail-formats.ts";
export { maxUploadMib } from "./upload-file.ts";
export {
  deleteAttachment,
  getFileUrl,
  getFile,
  getPagePicture,
  getTemporaryFile,
  getThumbnail,
  getThumbnailStatus,
  listAttachments,
  uploadFile,
};

export const filesOperations = [
  uploadFile,
  getFileUrl,
  getThumbnailStatus,
  getThumbnail,
  getTemporaryFile,
  getFile,
  getPagePicture,
  listAttachments,
  deleteAttachment,
] as const;
