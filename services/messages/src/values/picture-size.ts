import { maxPicturePixels } from "@team-chat/pictures";
import { imageSize } from "image-size";

/** Pixels of a picture as it is shown. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Largest width and height that are believed; browsers show no larger picture. */
const maxSide = 100_000;
/** From this EXIF orientation on, pictures lie on their side. */
const firstTurned = 5;

/**
 * Returns the size after rotation, from the header; null when the bytes are no picture of that type, or have more
 * pixels than anybody should decode
 * (docs/subsystems/uploads.md).
 */
export function pictureSizeOf(bytes: Buffer, contentType: string): PictureSize | null {
  if (!contentType.startsWith("image/")) return null;
  const found = headerOf(bytes);
  if (found === null || contentType !== `image/${found.type === "jpg" ? "jpeg" : found.type}`)
    return null;
  const { width, height, orientation = 1 } = found;
  if (!isSide(width) || !isSide(height) || width * height > maxPicturePixels) return null;
  return orientation >= firstTurned ? { width: height, height: width } : { width, height };
}

function headerOf(bytes: Buffer): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

function isSide(count: number): boolean {
  return Number.isInteger(count) && count > 0 && count <= maxSide;
}
