import { maxIconMib } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Returns the one file of an upload. @throws BAD_REQUEST */
export function onlyIcon(files: readonly { readonly bytes: Buffer }[]): Buffer {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    throw new AppError("BAD_REQUEST", "You must upload exactly one icon.");
  if (file.bytes.length > maxIconMib * 1024 * 1024)
    throw new AppError(
      "BAD_REQUEST",
      `Uploaded file is larger than the allowed limit of ${maxIconMib} MiB`,
    );
  return file.bytes;
}
