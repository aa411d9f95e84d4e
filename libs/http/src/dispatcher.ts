import type { RequestListener, ServerResponse } from "node:http";

import { AppError } from "@team-chat/errors";
import { continueScope, type Logger, traced } from "@team-chat/telemetry";

import { answerError, answerInternalError } from "./answer.ts";
import { ContractBreach } from "./contract-breach.ts";
import { type Endpoint, singleHeader } from "./operation-endpoint.ts";
import type { RouteTable } from "./route-table.ts";

export interface Bound {
  readonly name: string;
  readonly endpoint: Endpoint;
}

interface Surface {
  readonly service: string;
  readonly table: RouteTable<Bound>;
  /** By path. */
  readonly internal: ReadonlyMap<string, Bound>;
  readonly logger: Logger;
  readonly showBreaches: boolean;
}

interface Target extends Bound {
  readonly path: Readonly<Record<string, string>>;
}

/** Finds the endpoint of each request, runs it in the request's scope and answers what it throws. */
export function createDispatcher(surface: Surface): RequestListener {
  return (req, res) => {
    const started = performance.now();
    const scope = continueScope(
      singleHeader(req, "x-request-id"),
      singleHeader(req, "traceparent"),
    );
    const [path, query] = splitUrl(req.url ?? "/");
    const { name, endpoint, path: values } = target(surface, req.method ?? "GET", path);
    void traced({ name: `${surface.service} ${name}`, kind: "server", scope }, async () => {
      try {
        await endpoint({ req, res, path: values, query });
      } catch (error) {
        answerFailure(surface, res, { name, error });
      }
      if (surface.logger.isLevelEnabled("debug")) {
        surface.logger.debug(
          { operation: name, status: res.statusCode, ms: Math.round(performance.now() - started) },
          "answered",
        );
      }
    });
  };
}

/** @returns path and query, the latter without the question mark */
export function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf("?");
  return at === -1 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

function target(surface: Surface, method: string, path: string): Target {
  if (method === "OPTIONS")
    return { name: "options", endpoint: options(surface.table.methodsOf(path)), path: {} };
  const internal = method === "POST" ? surface.internal.get(path) : undefined;
  if (internal !== undefined) return { ...internal, path: {} };
  const found = surface.table.find(method, path);
  if (found === undefined) return { name: "unknown", endpoint: refuse(unknownAddress()), path: {} };
  if ("allowed" in found)
    return { name: "unknown", endpoint: refuse(methodNotAllowed(found.allowed)), path: {} };
  return { ...found.entry, path: found.path };
}

/** The answer to an address that no operation has. */
export function unknownAddress(): AppError {
  return new AppError("NOT_FOUND", "There is nothing at this address.");
}

/** The answer to a known address with a method that no operation has there. */
export function methodNotAllowed(allowed: readonly string[]): AppError {
  return new AppError("METHOD_NOT_ALLOWED", "Method Not Allowed", {
    details: { allowed_methods: allowed },
  });
}

function refuse(error: AppError): Endpoint {
  return async () => {
    throw error;
  };
}

function options(allowed: readonly string[]): Endpoint {
  if (allowed.length === 0) return refuse(unknownAddress());
  return async ({ res }) => {
    res.writeHead(204, { Allow: allowed.join(", ") }).end();
  };
}

function answerFailure(
  surface: Surface,
  res: ServerResponse,
  failure: { name: string; error: unknown },
): void {
  const { name, error } = failure;
  if (error instanceof AppError && error.code !== "INTERNAL_ERROR") {
    answerError(res, error);
    return;
  }
  surface.logger.error({ operation: name, err: error }, "failed");
  answerInternalError(
    res,
    surface.showBreaches && error instanceof ContractBreach ? error.message : undefined,
  );
}
