import type { Secret } from "@team-chat/config";

/** Returns the value of an `Authorization` header (RFC 7617). */
export function basic(user: string, password: Secret): string {
  return `Basic ${Buffer.from(`${user}:${password.reveal()}`).toString("base64")}`;
}
