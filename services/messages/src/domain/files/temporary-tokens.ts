import { createHmac } from "node:crypto";

import { isSame } from "@team-chat/identity";

/** Facts that a token is made of, beside the time until which it is good. */
type Facts = readonly (string | number)[];

/** Makes and reads the tokens in temporary addresses. */
export interface TemporaryTokens<T extends Facts> {
  sign(facts: T, nowMs: number): string;
  /** Reads the facts from a token; null when the token is not ours, of another kind, or too old. */
  read(token: string, nowMs: number): T | null;
}

/** A kind of token. */
interface Kind {
  /** Keys that all processes share (`IDENTITY_KEY`): the first signs, all verify. */
  readonly keys: string;
  /** Precedes what is signed; unlike that of any other kind. */
  readonly label: string;
  /** Time for which a token is good. */
  readonly validMs: number;
}

/** Makes tokens of a kind. */
export function temporaryTokens<T extends Facts>({
  keys,
  label,
  validMs,
}: Kind): TemporaryTokens<T> {
  const all = keys.split(",");
  const [first = ""] = all;
  const macOf = (key: string, text: string) =>
    createHmac("sha256", key).update(`${label}:${text}`).digest();
  return {
    sign(facts, nowMs) {
      const text = Buffer.from(JSON.stringify([...facts, nowMs + validMs])).toString("base64url");
      return `${text}.${macOf(first, text).toString("base64url")}`;
    },
    read(token, nowMs) {
      const [text = "", mac = ""] = token.split(".");
      const given = Buffer.from(mac, "base64url");
      if (!all.some((key) => isSame(macOf(key, text), given))) return null;
      // Nobody but us has made it, from facts of this kind.
      const signed = JSON.parse(Buffer.from(text, "base64url").toString()) as [...T, number];
      const until = Number(signed.pop());
      return until >= nowMs ? (signed as unknown as T) : null;
    },
  };
}
