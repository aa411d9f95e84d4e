import { AppError } from "@team-chat/errors";

/** Makes the refusal of a request that none of our processes has signed as it arrived. */
export function refused(why: string): AppError {
  return new AppError("UNAUTHORIZED", `The internal identity is ${why}.`);
}
