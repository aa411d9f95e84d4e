import type { Example } from "@team-chat/contract";

import type { Described } from "./described.ts";

/** Writes the request of an example as a shell command that sends it to `origin`. */
export function commandText(described: Described, { request }: Example, origin: string): string {
  const { method } = request;
  const isInQuery = method === "GET" || method === "DELETE";
  const url = new URL(request.url);
  const names = Object.entries(request.parameters);
  const options = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(request.isAuthenticated ? ["-u EMAIL:API_KEY"] : []),
    ...(isInQuery && names.length > 0 ? ["-G"] : []),
    ...names.map(([name, value]) => dataOption(described, name, value)),
    ...(request.file === undefined ? [] : [`-F ${quoted(`file=@${request.file}`)}`]),
  ];
  return `curl ${[...options, quoted(`${origin}${url.pathname}`)].join(" \\\n  ")}`;
}

function dataOption({ operation }: Described, name: string, value: string): string {
  const isMultipart =
    operation.requestBody?.content["application/x-www-form-urlencoded"] === undefined &&
    operation.requestBody !== undefined;
  const pair = quoted(`${name}=${value}`);
  return isMultipart ? `-F ${pair}` : `--data-urlencode ${pair}`;
}

/** Quotes a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Writes the answer of an example: the status, the headers that matter, and the body. */
export function answerText({ response }: Example): string {
  const { body, headers, status } = response;
  const lines = Object.entries(headers)
    .filter(([, value]) => value !== "application/json")
    .map(([name, value]) => `${name}: ${value}`);
  const head = body !== undefined && status === 200 ? lines : [`HTTP ${status}`, ...lines];
  const text = body === undefined ? "" : JSON.stringify(body, null, 2);
  return [...head, text].filter((part) => part !== "").join("\n");
}
