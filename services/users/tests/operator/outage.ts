import type { AppError } from "@team-chat/errors";

/** Error that the messages service answers with where somebody is to be told or held something; null while it works. */
export interface Outage {
  error: AppError | null;
}
