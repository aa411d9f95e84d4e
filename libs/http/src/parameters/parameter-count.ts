import { AppError } from "@team-chat/errors";

/** How many parameters one place of a request may have; with more it is an attack rather than a form. */
export const maxFields = 1000;

/** The refusal of a request with more than `maxFields`. */
export function tooManyParameters(): AppError {
  return new AppError("BAD_REQUEST", `A request has at most ${maxFields} parameters.`);
}
