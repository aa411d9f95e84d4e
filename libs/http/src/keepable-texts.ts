import { AppError } from "@team-chat/errors";

import type { Route } from "./route.ts";

/**
 * The route, refusing what the database did not take because of its characters; rules of the operation about them come before.
 * No other text is looked at: the database does that already, and `isDataException` tells its errors.
 */
export function keepingTexts<Ctx>(
  route: Route<Ctx>,
  isDataException: (error: unknown) => boolean,
): Route<Ctx> {
  return {
    ...route,
    handle: async (call) => {
      try {
        return await route.handle(call);
      } catch (error) {
        const refusal = isDataException(error) ? refusalOf(call.input) : undefined;
        throw refusal ?? error;
      }
    },
  };
}

function refusalOf(input: Readonly<Record<string, unknown>>): AppError | undefined {
  for (const [name, value] of Object.entries(input)) {
    const texts = textsIn(value);
    if (texts.some((text) => text.includes("\0")))
      return new AppError("BAD_REQUEST", `${name} must not contain null bytes`);
    if (!texts.every((text) => text.isWellFormed()))
      return new AppError("BAD_REQUEST", `Invalid ${name}`);
  }
  return undefined;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)]);
}
