import { AppError } from "@team-chat/errors";
import type { IncomingRequest } from "@team-chat/rpc";
import { continueScope, type Logger, traced } from "@team-chat/telemetry";
import { type GaveUp, runFor, type Work } from "@team-chat/work";

import { type Answer, errorAnswer, internalErrorAnswer } from "../answers/answer.ts";
import { ContractBreach } from "./contract-breach.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RouteTable } from "./route-table.ts";

export interface Bound {
  readonly name: string;
  /** Whether it counts for the organization of whoever asks. */
  readonly isPublic?: boolean;
  /** Whether it changes nothing, so that it ends when nobody waits for the answer any more. */
  readonly onlyReads?: boolean;
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

/** Answers a request; never rejects. */
export type Dispatch = (request: IncomingRequest) => Promise<Answer>;

/** Finds the endpoint of each request, runs it in the request's scope and makes the answer to what it throws. */
export function createDispatcher(surface: Surface): Dispatch {
  return (request) => {
    const started = performance.now();
    const scope = continueScope(request.header("x-request-id"), request.header("traceparent"));
    const [path, query] = splitUrl(request.target);
    const bound = target(surface, request.method, path);
    const { name, endpoint, path: values } = bound;
    let gaveUp: GaveUp | undefined;
    const work = workOf(bound, request, (error) => (gaveUp ??= error));
    return traced({ name: `${surface.service} ${name}`, kind: "server", scope }, async () => {
      let answer: Answer;
      try {
        answer = await runFor(work, () => endpoint({ request, path: values, query }));
      } catch (error) {
        answer = failureAnswer(surface, name, error);
      }
      if (gaveUp !== undefined) noteGivenUp(surface.logger, name, gaveUp);
      answer.stream?.reportTo((error) => {
        surface.logger.error({ operation: name, err: error }, "an answer broke off");
      });
      if (surface.logger.isLevelEnabled("debug")) {
        const ms = Math.round(performance.now() - started);
        surface.logger.debug({ operation: name, status: answer.status, ms }, "answered");
      }
      return answer;
    });
  };
}

/** @returns path and query, the latter without the question mark */
export function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf("?");
  return at === -1 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

function workOf(
  { isPublic, name, onlyReads }: Bound,
  request: IncomingRequest,
  onGaveUp: Work["onGaveUp"],
): Work {
  return {
    operation: name,
    realmId: isPublic === true ? request.realmId() : undefined,
    signal: onlyReads === true ? () => request.signal : undefined,
    onGaveUp,
  };
}

/** That a client went away is nothing unusual; what takes too long is to be looked at. */
function noteGivenUp(logger: Logger, operation: string, { reason }: GaveUp): void {
  logger[reason === "gone" ? "debug" : "warn"]({ operation, reason }, "given up");
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
  return () => Promise.resolve({ status: 204, headers: ["Allow", allowed.join(", ")], body: [] });
}

function failureAnswer(surface: Surface, operation: string, error: unknown): Answer {
  if (error instanceof AppError && error.code !== "INTERNAL_ERROR") return errorAnswer(error);
  surface.logger.error({ operation, err: error }, "failed");
  const isShown = surface.showBreaches && error instanceof ContractBreach;
  return internalErrorAnswer(isShown ? error.message : undefined);
}
