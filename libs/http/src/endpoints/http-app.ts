import type { RequestListener } from "node:http";

import type { Operation } from "@team-chat/contract";
import type { IdentitySigner } from "@team-chat/identity";
import { markProcessor } from "@team-chat/work";
import express, { type RequestHandler } from "express";

import { costHeader } from "../answers/cost-header.ts";
import { writeAnswer } from "../answers/write-answer.ts";
import { addressesOf } from "./addresses.ts";
import { HttpIncoming } from "./incoming.ts";
import { methodsOnly, noOperation, wrongMethod } from "./no-operation.ts";
import { decodePath, splitUrl } from "./route-table.ts";
import type { Bound, Run } from "./run.ts";

interface HttpAppParts {
  readonly operations: readonly (readonly [Operation, Bound])[];
  /** Internal operations by path. */
  readonly internal: ReadonlyMap<string, Bound>;
  readonly run: Run;
  readonly signer: IdentitySigner;
}

/**
 * Mounts the operations of a service as routes of an Express application, which answers requests that come over HTTP.
 * Those that come over connections of our processes do not pass it (docs/adr/0013-operations-on-bare-http.md).
 */
export function createHttpApp({
  internal,
  operations,
  run,
  signer,
}: HttpAppParts): RequestListener {
  const serve =
    (bound: Bound, names: readonly string[] = []): RequestHandler =>
    async (req, res) => {
      // What came before was not for this request.
      markProcessor(undefined);
      const request = new HttpIncoming(req, res, signer);
      const path = Object.fromEntries(names.map((name, at) => [name, req.params[at] ?? ""]));
      const answer = await run(bound, { request, path, query: splitUrl(req.originalUrl)[1] });
      writeAnswer(res, { ...answer, headers: [...answer.headers, ...costHeader(answer)] });
    };
  const app = express()
    .disable("x-powered-by")
    .enable("case sensitive routing")
    .enable("strict routing");
  for (const { pattern, methods } of addressesOf(operations)) {
    const allowed = [...methods.keys()].toSorted();
    const address = app.route(pattern);
    for (const [method, { entry, names }] of methods)
      address[method.toLowerCase() as Lowercase<typeof method>](serve(entry, names));
    address.options(serve(methodsOnly(allowed))).all(serve(wrongMethod(allowed)));
  }
  for (const [path, bound] of internal) app.post(path, serve(bound));
  app.use(serve(noOperation));
  return (req, res) => {
    const target = req.url ?? "/";
    // Express takes what is there for the address that was asked for, and matches `url`.
    app(Object.assign(req, { originalUrl: target, url: readablePath(target) }), res);
  };
}

/** Matches parts of a path that Express reads as they are, if they can be decoded. */
const plainPart = /^(?:[\w!$&'()*+,.:;=@~-]|%[\da-f]{2})*$/i;

/**
 * Leaves of an address what Express is to match: its path, in which is encoded what Express would refuse or read
 * differently, such as stray percent signs. For something else than a path (`http://host/path`) that is the root.
 */
function readablePath(target: string): string {
  const [path] = splitUrl(target);
  return path.startsWith("/") ? path.split("/").map(encodePart).join("/") : "/";
}

function encodePart(part: string): string {
  const decoded = decodePath(part);
  const isReadable = plainPart.test(part) && (decoded !== part || !part.includes("%"));
  return isReadable ? part : encodeURIComponent(decoded);
}
