import { AppError } from "@team-chat/errors";

import type { Bound } from "./run.ts";

/** Refuses an address that no operation has. */
export function unknownAddress(): AppError {
  return new AppError("NOT_FOUND", "There is nothing at this address.");
}

/** Refuses a known address with a method that no operation has there. */
export function methodNotAllowed(allowed: readonly string[]): AppError {
  return new AppError("METHOD_NOT_ALLOWED", "Method Not Allowed", {
    details: { allowed_methods: allowed },
  });
}

function refuse(refusal: () => AppError): Bound {
  return { name: "unknown", endpoint: () => Promise.reject(refusal()) };
}

/** Refuses requests to an address that no operation has. */
export const noOperation: Bound = refuse(unknownAddress);

/** Refuses requests with a method that no operation has at an address that some have. */
export function wrongMethod(allowed: readonly string[]): Bound {
  return refuse(() => methodNotAllowed(allowed));
}

/** Tells which methods an address has. */
export function methodsOnly(allowed: readonly string[]): Bound {
  const answer = { status: 204, headers: ["Allow", allowed.join(", ")], body: [] };
  return { name: "options", endpoint: () => Promise.resolve(answer) };
}
