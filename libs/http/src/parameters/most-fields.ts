import { AppError } from "@team-chat/errors";

/** Largest number of parameters in one part of a request; more look like an attack rather than a form. */
export const maxFields = 1000;

/** Refuses a request with more than `maxFields` parameters. */
export function tooManyParameters(): AppError {
  return new AppError("BAD_REQUEST", `A request has at most ${maxFields} parameters.`);
}
