import { AppError } from "@team-chat/errors";

const maxTokenLength = 4096;

/** @throws BAD_REQUEST */
export function checkedToken(kind: "apns" | "fcm", token: string): string {
  if (token === "" || token.length > maxTokenLength)
    throw new AppError("BAD_REQUEST", "Empty or invalid length token");
  if (kind === "apns" && !isEncodedBytes(token))
    throw new AppError("BAD_REQUEST", "Invalid APNS token");
  return token;
}

/** Apple's tokens are bytes, which apps write as hexadecimal digits or as base64. */
function isEncodedBytes(token: string): boolean {
  if (token.length % 2 === 0 && /^[\da-f]+$/i.test(token)) return true;
  return token.length % 4 === 0 && /^[\w+/]+={0,2}$/.test(token) && !token.includes("_");
}

/** Refuses clients that want push notifications. */
export function pushNotConfigured(): AppError {
  return new AppError(
    "PUSH_SERVICE_NOT_CONFIGURED",
    "Server is not configured to use push notification service.",
  );
}
