import type { IncomingHttpHeaders } from "node:http";

import { identityHeader } from "@team-chat/identity";

import { costHeaderName } from "../answers/cost-header.ts";

/** Headers that belong to one connection (RFC 9110, section 7.6.1), which a proxy does not pass on. */
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/**
 * Headers that our services must not receive from clients: credentials, and those that only our own processes may send.
 */
const clientOnly = [
  "authorization",
  "cookie",
  "expect",
  "host",
  identityHeader,
  "x-request-id",
  "traceparent",
  "tracestate",
];

const notForwarded = new Set([...hopByHop, ...clientOnly]);
const notReturned = new Set([...hopByHop, costHeaderName]);

/** Returns a client's headers as a flat list of names and values, without those that are not passed on. */
export function forwardedHeaders(headers: IncomingHttpHeaders): string[] {
  return flatWithout(headers, notForwarded);
}

/** Returns the headers of a service's answer as a flat list, without those of its connection. */
export function returnedHeaders(headers: IncomingHttpHeaders): string[] {
  return flatWithout(headers, notReturned);
}

/** Lists names and values in turn. */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  const flat: string[] = [];
  for (const name in headers) flat.push(name, headers[name] ?? "");
  return flat;
}

function flatWithout(headers: IncomingHttpHeaders, dropped: ReadonlySet<string>): string[] {
  const flat: string[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || dropped.has(name)) continue;
    if (typeof value === "string") flat.push(name, value);
    else for (const one of value) flat.push(name, one);
  }
  return flat;
}
