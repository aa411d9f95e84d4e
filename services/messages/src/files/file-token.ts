import { createHmac, timingSafeEqual } from "node:crypto";

const validMs = 60_000;

/** What a temporary address stands for. */
export interface FileTokens {
  /** A token for the file, good for a minute. */
  sign(pathId: string, nowMs: number): string;
  /** The file that a token stands for; null when it is not ours or too old. */
  read(token: string, nowMs: number): string | null;
}

/** Tokens signed with the key that all processes share. */
export function fileTokens(key: string): FileTokens {
  const macOf = (text: string) => createHmac("sha256", key).update(`file:${text}`).digest();
  return {
    sign(pathId, nowMs) {
      const text = Buffer.from(JSON.stringify([pathId, nowMs + validMs])).toString("base64url");
      return `${text}.${macOf(text).toString("base64url")}`;
    },
    read(token, nowMs) {
      const [text = "", mac = ""] = token.split(".");
      const given = Buffer.from(mac, "base64url");
      const expected = macOf(text);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [pathId, until] = JSON.parse(Buffer.from(text, "base64url").toString()) as [
        string,
        number,
      ];
      return until >= nowMs ? pathId : null;
    },
  };
}
