import { createHash } from "node:crypto";

import { serverVersion } from "@team-chat/contract";
import { retryAfterMs, signatureOf } from "@team-chat/delivery";
import { TargetRefused } from "@team-chat/target-guard";

import type { Context } from "../../context.ts";
import { DirectoryFailure } from "../../domain/directory/directory-failure.ts";
import type { AuditSecrets } from "../../values/audit-secrets.ts";

interface Post {
  readonly url: string;
  readonly secrets: AuditSecrets;
  readonly lines: readonly string[];
}

/** Outcome of a request. */
interface Posted {
  /** Words for owners; null for success. */
  readonly failure: string | null;
  /** Delay that the receiver asks for; null for none. */
  readonly pauseMs: number | null;
}

/**
 * Posts entries to a receiver, which has taken them when it answers 2xx; redirects are not followed. Whatever it does,
 * resolves to what came of it (docs/behaviour/audit.md#requests).
 */
export async function postLines(
  { auditTargets: { openAgent, timeoutMs }, now }: Context,
  { lines, secrets, url }: Post,
): Promise<Posted> {
  const text = lines.map((line) => `${line}\n`).join("");
  try {
    const { request } = await import("undici");
    const { body, headers, statusCode } = await request(url, {
      method: "POST",
      dispatcher: await openAgent(),
      headers: headersOf(text, secrets, Math.floor(now() / 1000)),
      body: text,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // What it says beside its status is not of interest, and not waited for.
    body.on("error", () => undefined).destroy();
    if (statusCode >= 200 && statusCode < 300) return { failure: null, pauseMs: null };
    const retryAfter = [headers["retry-after"] ?? []].flat()[0];
    return {
      failure: `It answered ${statusCode}.`,
      pauseMs: retryAfterMs(retryAfter, now()),
    };
  } catch (error) {
    return { failure: wordsOf(error), pauseMs: null };
  }
}

function headersOf(body: string, { authorization, signingKey }: AuditSecrets, timestamp: number) {
  // Follows from what is sent, so that a receiver knows the same batch again, and takes a longer one for another.
  const id = `audit_${createHash("sha256").update(body).digest("hex").slice(0, 32)}`;
  const signature = signatureOf({ id, timestamp, body }, Buffer.from(signingKey, "base64"));
  return {
    "content-type": "application/x-ndjson",
    "user-agent": `TeamChatAuditLog/${serverVersion}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
    ...(authorization !== null && { authorization }),
  };
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "It refuses connections.",
  ECONNRESET: "It cut the connection.",
  UND_ERR_SOCKET: "It cut the connection.",
  UND_ERR_CONNECT_TIMEOUT: "It cannot be reached.",
  EHOSTUNREACH: "It cannot be reached.",
  ENETUNREACH: "It cannot be reached.",
};

/** Says for owners why there is no answer; without addresses, of which names lead to others from moment to moment. */
function wordsOf(error: unknown): string {
  if (error instanceof TargetRefused) return "The address is not allowed.";
  if (error instanceof DirectoryFailure) return "There is no such host.";
  if (error instanceof Error && error.name === "TimeoutError") return "It did not answer in time.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return words[code] ?? `There is no connection${code === "" ? "" : ` (${code})`}.`;
}
