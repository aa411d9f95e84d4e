import { AppError } from "@team-chat/errors";

import { parseJson } from "./channel-reference.ts";

/** Users as a request names them, each once. */
export type UserReferences =
  | { readonly ids: readonly number[] }
  | { readonly emails: readonly string[] };

/** Reads `to` of a direct message (docs/behaviour/messages.md#addressing). @throws BAD_REQUEST */
export function parseUserReferences(to: string | undefined): UserReferences {
  if (to === undefined) throw refused("Message must have recipients");
  const value = parseJson(to);
  const list: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(list)) throw refused("Invalid data type for recipients");
  return referencesOf(list);
}

/** Reads a list of ids or of e-mail addresses that was JSON already. @throws BAD_REQUEST */
function referencesOf(list: readonly unknown[]): UserReferences {
  if (list.every((one) => typeof one === "string")) {
    const emails = list.map((email) => email.trim()).filter((email) => email !== "");
    return { emails: [...new Set(emails)] };
  }
  if (list.every((one) => typeof one === "number" && Number.isInteger(one)))
    return { ids: [...new Set(list as readonly number[])] };
  const mixed = list.every((one) => typeof one === "string" || typeof one === "number");
  throw refused(
    mixed
      ? "Recipient lists may contain emails or user IDs, but not both."
      : "Invalid data type for recipients",
  );
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
