import { AppError } from "@team-chat/errors";

/** Makes the refusal of a reader who would have to log in. */
export function notLoggedIn(): AppError {
  return new AppError("UNAUTHORIZED", "Not logged in: API authentication or user session required");
}
