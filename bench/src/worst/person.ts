import { request } from "undici";

import type { PlannedRequest } from "./worst-requests.ts";

interface Credentials {
  readonly email: string;
  readonly apiKey: string;
}

export interface Answered {
  readonly status: number;
  readonly bytes: number;
  /** Seconds after which it may be asked again, for 429. */
  readonly retryAfter: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Somebody of an organization, whose requests are sent whatever becomes of them. */
export class Person {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;

  /** `host` is the organization's. */
  constructor(url: URL, host: string, { apiKey, email }: Credentials) {
    this.#url = url;
    const pair = Buffer.from(`${email}:${apiKey}`).toString("base64");
    this.#headers = { host, authorization: `Basic ${pair}` };
  }

  ask({ operation, values }: PlannedRequest): Promise<Answered> {
    const { method, path } = operation;
    const fields = { ...values };
    const filled = path.replaceAll(/\{(\w+)\*?\}/g, (_all, name: string) => {
      delete fields[name];
      return encodeURIComponent((values[name] ?? "").toWellFormed());
    });
    return this.call(method, filled, fields);
  }

  async call(
    method: PlannedRequest["operation"]["method"],
    path: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    const form = new URLSearchParams(fields).toString();
    const inQuery = method === "GET" && form !== "" ? `?${form}` : "";
    const { body, headers, statusCode } = await request(
      new URL(`/api/v1${path}${inQuery}`, this.#url),
      {
        method,
        headers: {
          ...this.#headers,
          ...(method === "GET" ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        },
        body: method === "GET" ? null : form,
        headersTimeout: 60_000,
      },
    );
    const bytes = Buffer.from(await body.arrayBuffer());
    const retryAfter = Number(headers["retry-after"] ?? 0);
    return { status: statusCode, bytes: bytes.length, retryAfter, json: parsed(bytes) };
  }
}

function parsed(bytes: Buffer): Answered["json"] {
  try {
    return JSON.parse(bytes.toString("utf8")) as Answered["json"];
  } catch {
    return {};
  }
}
