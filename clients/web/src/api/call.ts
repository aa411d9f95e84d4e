import type { Operation } from "@team-chat/contract";

import { forgetKept } from "../storage/kept-state.ts";
import type { Address, Answer, Given } from "./address.ts";
import { compareClock } from "./clock.ts";

/** Says why a request was not done. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** A code of the contract; `OFFLINE` when no answer came. */
  readonly code: string;
  readonly status: number;
  /** Seconds to wait before another try; 0 when nothing is said of that. */
  readonly retryAfter: number;

  constructor(code: string, message: string, { retryAfter = 0, status = 0 } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Tells whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.code === "OFFLINE" || this.status === 429 || this.status >= 500;
  }
}

interface Options {
  readonly signal?: AbortSignal;
  /** With which a request that is repeated has its effect once. */
  readonly idempotencyKey?: string;
  /** Lets the request go on when the page is left. */
  readonly keepalive?: boolean;
}

/**
 * Calls an operation of the API with the browser's session. A session that has ended leads to the page to log in.
 * @throws Refusal
 */
export async function call<O extends Operation>(
  address: Address<O>,
  given: Given<O>,
  { idempotencyKey, keepalive = false, signal }: Options = {},
): Promise<Answer<O>> {
  const { fields, path } = encode(address.path, given);
  const isRead = address.method === "GET";
  const query = isRead && fields.size > 0 ? `?${fields.toString()}` : "";
  const init: RequestInit = { method: address.method, keepalive };
  if (signal !== undefined) init.signal = signal;
  if (!isRead) init.body = fields;
  if (idempotencyKey !== undefined) init.headers = { "Idempotency-Key": idempotencyKey };
  return (await answerOf(`/api/v1${path}${query}`, init)) as Answer<O>;
}

/** Sends a request, and reads its answer. @throws Refusal */
export async function answerOf(
  url: string,
  init: RequestInit,
): Promise<Readonly<Record<string, unknown>>> {
  let response: Response;
  let body: Readonly<Record<string, unknown>>;
  try {
    response = await fetch(url, init);
    compareClock(response);
    body = (await response.json()) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new Refusal("OFFLINE", "");
  }
  if (response.ok) return body;
  throw refusalOf(response.status, body);
}

/** Reads a refusal; one for want of a session leads to the page to log in, and back from there. */
export function refusalOf(status: number, body: Readonly<Record<string, unknown>>): Refusal {
  const { code, msg, "retry-after": retryAfter } = body;
  // A wrong password says nothing of the session.
  if (status === 401 && code !== "AUTHENTICATION_FAILED") void logInAgain();
  return new Refusal(textOf(code), textOf(msg), {
    status,
    retryAfter: typeof retryAfter === "number" ? retryAfter : 0,
  });
}

/** Leads to the page to log in, and leaves nothing behind for whoever does. */
async function logInAgain(): Promise<void> {
  const back = encodeURIComponent(`/${location.hash}`);
  await forgetKept();
  location.assign(`/login?session_ended=1&next=${back}`);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Puts parameters where the API takes them: into the path, or as fields, in which all but texts are JSON. */
function encode(path: string, given: Readonly<Record<string, unknown>>) {
  const fields = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const place = `{${name}}`;
    if (filled.includes(place)) filled = filled.replace(place, encodeURIComponent(text));
    else fields.set(name, text);
  }
  return { path: filled, fields };
}
