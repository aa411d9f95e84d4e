import type { IncomingHttpHeaders } from "node:http";

import type { Operation } from "@team-chat/contract";

import { request } from "../request.ts";

/** User whose request it is, and the host of the organization. */
export interface Sender {
  readonly host: string;
  readonly email: string;
  readonly apiKey: string;
}

export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Request to an operation and its answer, as they went over the wire. */
export interface Exchange {
  readonly operation: Operation;
  /** With the parameters of the path, and without the query. */
  readonly path: string;
  readonly host: string;
  readonly isAuthenticated: boolean;
  /** As they are written in a form or query. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly file: string | undefined;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Asked {
  readonly params: Readonly<Record<string, unknown>>;
  readonly sender: Sender;
  readonly file?: SentFile | undefined;
}

/** Carries out one request to an operation; parameters that its path names go there. */
export async function exchange(
  url: string,
  operation: Operation,
  { file, params, sender }: Asked,
): Promise<Exchange> {
  const isAuthenticated = operation.auth !== "none";
  const fields = new Map(Object.entries(params).map(([name, value]) => [name, written(value)]));
  const path = operation.path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => {
    const value = fields.get(name) ?? "";
    fields.delete(name);
    return encodeURIComponent(value).replaceAll("%2F", "/");
  });
  const parameters = Object.fromEntries(fields);
  const form = new URLSearchParams(parameters);
  const isInQuery = operation.method === "GET" || operation.method === "DELETE";
  const query = isInQuery && form.size > 0 ? `?${form.toString()}` : "";
  const { body, headers, status } = await request(url, {
    method: operation.method,
    path: `/api/v1${path}${query}`,
    host: sender.host,
    headers: isAuthenticated ? { authorization: basic(sender) } : {},
    ...(isInQuery || file !== undefined ? {} : { form }),
    ...(file === undefined ? {} : { body: multipart(parameters, file) }),
  });
  const { host } = sender;
  const sent = { operation, path, host, isAuthenticated, parameters, file: file?.name };
  return { ...sent, status, headers, body };
}

/** Texts as they are, everything else as JSON. */
function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function basic({ apiKey, email }: Sender): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
}

function multipart(parameters: Readonly<Record<string, string>>, file: SentFile) {
  const boundary = "----ApiExamples";
  const fields = Object.entries(parameters).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`;
  const bytes = Buffer.concat([
    Buffer.from(fields.join("") + head),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
