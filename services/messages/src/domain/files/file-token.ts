import { createHmac } from "node:crypto";

import { isSame } from "@team-chat/identity";

const validMs = 60_000;

/** File that a temporary address leads to. */
interface TemporaryFile {
  readonly pathId: string;
  /** User who asked for the address, which is void once that user is deactivated. */
  readonly makerId: number;
}

/** Makes and reads the tokens in temporary addresses. */
export interface FileTokens {
  /** Signs a token for the file, good for a minute. */
  sign(file: TemporaryFile, nowMs: number): string;
  /** Reads the file from a token; null when the token is not ours or too old. */
  read(token: string, nowMs: number): TemporaryFile | null;
}

/** Makes tokens signed with the first of the keys that all processes share (`IDENTITY_KEY`), and reads those of all. */
export function fileTokens(keys: string): FileTokens {
  const all = keys.split(",");
  const [first = ""] = all;
  return {
    sign({ pathId, makerId }, nowMs) {
      const facts = JSON.stringify([pathId, makerId, nowMs + validMs]);
      const text = Buffer.from(facts).toString("base64url");
      return `${text}.${macOf(first, text).toString("base64url")}`;
    },
    read(token, nowMs) {
      const [text = "", mac = ""] = token.split(".");
      const given = Buffer.from(mac, "base64url");
      if (!all.some((key) => isSame(macOf(key, text), given))) return null;
      const [pathId, makerId, until] = JSON.parse(Buffer.from(text, "base64url").toString()) as [
        string,
        number,
        number,
      ];
      return until >= nowMs ? { pathId, makerId } : null;
    },
  };
}

function macOf(key: string, text: string): Buffer {
  return createHmac("sha256", key).update(`file:${text}`).digest();
}
