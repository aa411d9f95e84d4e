import type { Auth } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller, Identity } from "@team-chat/identity";

import { refuseNullBytes } from "../parameters/null-bytes.ts";
import type { Anonymous } from "./route.ts";

/** Longest client name kept (docs/behaviour/api.md#client-names). */
const maxClientLength = 30;

/**
 * Returns the caller as an operation with this `auth` sees it, with the name the client gave itself as a parameter, if
 * any.
 * @throws UNAUTHORIZED, BAD_REQUEST for bots where only humans may call, and for a name with null bytes
 */
export function authorize(
  auth: Auth,
  identity: Identity,
  clientName: string | undefined,
): Caller | Anonymous {
  if (identity.kind === "service")
    throw new AppError("UNAUTHORIZED", "A service calls on behalf of a user.");
  if (clientName !== undefined) refuseNullBytes("client", clientName);
  const client =
    clientName === undefined || clientName === ""
      ? identity.client
      : clientName.slice(0, maxClientLength);
  switch (auth) {
    case "none":
      return { kind: "anonymous", realm: identity.realm, client };
    case "optional":
      return { ...identity, client };
    case "user":
    case "human":
      if (identity.kind === "anonymous") {
        throw new AppError(
          "UNAUTHORIZED",
          "Not logged in: API authentication or user session required",
        );
      }
      if (auth === "human" && identity.isBot)
        throw new AppError("BAD_REQUEST", "This endpoint does not accept bot requests.");
      return client === identity.client ? identity : { ...identity, client };
  }
}
