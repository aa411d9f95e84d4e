import { ECDH } from "node:crypto";

import { AppError } from "@team-chat/errors";

const [pointBytes, secretBytes] = [65, 16];
const curve = "prime256v1";

interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Checks the keys of a subscription (RFC 8291, section 3) and returns them as base64url without padding.
 * @throws BAD_REQUEST
 */
export function parsePushKeys({ auth, p256dh }: PushKeys): PushKeys {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== pointBytes || !isOnCurve(point))
    throw new AppError("BAD_REQUEST", "Invalid p256dh");
  const secret = Buffer.from(auth, "base64url");
  if (secret.length !== secretBytes) throw new AppError("BAD_REQUEST", "Invalid auth");
  return { p256dh: point.toString("base64url"), auth: secret.toString("base64url") };
}

function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, curve);
    return true;
  } catch {
    return false;
  }
}
