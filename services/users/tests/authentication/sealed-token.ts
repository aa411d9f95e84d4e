import { createDecipheriv } from "node:crypto";

/** Reads what a desktop app is given, as it does with its key. */
export function readSealedToken(sealedToken: string, desktopOtp: string): string {
  const sealed = Buffer.from(sealedToken, "hex");
  const key = Buffer.from(desktopOtp, "hex");
  const cipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
  cipher.setAuthTag(sealed.subarray(-16));
  return cipher.update(sealed.subarray(12, -16), undefined, "utf8") + cipher.final("utf8");
}
