import { AppError } from "@team-chat/errors";

import { isReservedSubdomain, isSubdomain } from "./sites.ts";

/** Refuses one field of the input, named so that callers who asked people for it can say which. */
export function wrong(field: string, message: string): AppError {
  return new AppError("BAD_REQUEST", message, { details: { field } });
}

/** Checks that an organization may have the subdomain. @throws BAD_REQUEST */
export function checkSubdomain({
  allowReserved,
  subdomain,
}: {
  readonly allowReserved: boolean;
  readonly subdomain: string;
}): void {
  if (!isSubdomain(subdomain))
    throw wrong(
      "subdomain",
      `'${subdomain}' cannot be a subdomain: one has up to 63 lower-case letters, digits and hyphens, and neither begins nor ends with a hyphen.`,
    );
  if (!allowReserved && isReservedSubdomain(subdomain))
    throw wrong("subdomain", `The subdomain '${subdomain}' is reserved.`);
}
