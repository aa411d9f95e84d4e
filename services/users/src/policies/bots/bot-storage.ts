import { maxBotStorage } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Refuses a key that does not exist. */
export function noSuchKey(): AppError {
  return new AppError("BAD_REQUEST", "Key does not exist.");
}

/** @throws BAD_REQUEST when so many characters are more than are kept for one account */
export function checkStorageSize(characters: number): void {
  if (characters <= maxBotStorage) return;
  throw new AppError(
    "BAD_REQUEST",
    `Request exceeds storage limit by ${characters - maxBotStorage} characters. The limit is ${maxBotStorage} characters.`,
  );
}

/** Keys as asked for, each once; null for all of them. */
export function wantedKeys(given: readonly string[] | undefined): readonly string[] | null {
  return given === undefined || given.length === 0 ? null : [...new Set(given)];
}
