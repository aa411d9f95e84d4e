import { ResultCodeError } from "ldapts";

/** A directory cannot be asked, or answers something that is no use; the message is for its administrator. */
export class DirectoryFailure extends Error {
  override readonly name = "DirectoryFailure";
}

/** Returns the failure that something is which the directory, or the way to it, has thrown. */
export function failureOf(error: unknown): DirectoryFailure {
  if (error instanceof DirectoryFailure) return error;
  if (error instanceof ResultCodeError)
    return new DirectoryFailure(`The directory refuses: ${error.name}`, { cause: error });
  const text = error instanceof Error ? error.message : String(error);
  return new DirectoryFailure(`The directory cannot be asked: ${text}`, { cause: error });
}
