import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { json as readJson, text as readText } from "node:stream/consumers";

export interface Call {
  readonly method?: string;
  /** Below /api/v1, unless it begins with `//`. */
  readonly path: string;
  readonly host?: string;
  /** The header `Authorization`, or e-mail and key. */
  readonly auth?: string | { readonly email: string; readonly key: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** A body of another kind. */
  readonly content?: string;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

export function basic(email: string, key: string): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
}

/** Sends a request as a client would, and returns the answer's head. */
export async function open(url: string, asked: Call): Promise<IncomingMessage> {
  const { auth, content, form, headers, host = "acme.example.com", path, signal } = asked;
  const authorization = typeof auth === "object" ? basic(auth.email, auth.key) : auth;
  const target = path.startsWith("//") ? path.slice(1) : `/api/v1${path}`;
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const sent = request(`${url}${target}`, {
    method: asked.method ?? "GET",
    headers: {
      Host: host,
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(body === undefined
        ? {}
        : {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": Buffer.byteLength(body),
          }),
      ...headers,
    },
    ...(signal === undefined ? {} : { signal }),
    agent: false,
  });
  sent.end(body ?? content);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

/** The whole answer of a request whose answer is JSON. */
export async function call(url: string, asked: Call): Promise<Answer> {
  const response = await open(url, asked);
  const body = (await readJson(response)) as Record<string, unknown>;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** The whole answer of any other request. */
export async function callText(
  url: string,
  asked: Call,
): Promise<Omit<Answer, "body"> & { body: string }> {
  const response = await open(url, asked);
  const body = await readText(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}
