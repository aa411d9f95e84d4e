import { AppError } from "@team-chat/errors";

/**
 * Returns a snippet that its owner asked for; that of others does not exist.
 * @throws RESOURCE_NOT_FOUND when it is null
 */
export function existingSnippet<T>(snippet: T | null): T {
  if (snippet === null) throw new AppError("RESOURCE_NOT_FOUND", "Saved snippet does not exist.");
  return snippet;
}
