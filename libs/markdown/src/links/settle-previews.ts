import type { Names } from "../context.ts";
import { uploadImage, uploads } from "./preview.ts";

/** The container of a picture whose smaller version is still to come, as `previewOf` writes it. */
const pending =
  /(<div class="message_inline_image"><a href="([^"]*)"(?: title="[^"]*")?>)<img class="image-loading-placeholder"[^>]*>/g;

/** Beginning of a picture in HTML of ours whose smaller versions are still to come. */
export const pendingPreview = '<img class="image-loading-placeholder"';

/** Tells whether HTML of ours shows pictures whose smaller versions were still to come when it was rendered. */
export function hasPendingPreviews(html: string): boolean {
  return html.includes(pendingPreview);
}

/**
 * Shows pictures of uploads in HTML of ours as they are now, where their smaller versions were still to come when it
 * was rendered. Files that are not found stay as they are.
 */
export function settlePreviews(html: string, { findUpload }: Pick<Names, "findUpload">): string {
  return html.replaceAll(pending, (whole, container: string, attribute: string) => {
    const href = attribute.replaceAll("&amp;", "&");
    const path = URL.parse(href, "https://host/")?.pathname.slice(uploads.length) ?? "";
    const upload = findUpload(path);
    if (!upload?.image) return whole;
    return `${container}${uploadImage(href, upload.contentType, upload.image)}`;
  });
}
