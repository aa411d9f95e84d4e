import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { AppError } from "@team-chat/errors";
import {
  answerError,
  answerInternalError,
  answerJson,
  answerSuccess,
  hasBody,
  type Listenable,
  methodNotAllowed,
  readBody,
  refusalOf,
  splitUrl,
  unknownAddress,
} from "@team-chat/http";
import { databaseErrors } from "@team-chat/pg";
import { continueScope, type Logger, runInScope } from "@team-chat/telemetry";
import { runFor } from "@team-chat/work";
import { prettifyError } from "zod";

import type { Context, NoteAction } from "../context.ts";
import {
  findOperatorKey,
  hasScope,
  type OperatorKey,
} from "../policies/organization/operator-keys.ts";
import { insertAction } from "../queries/organization/operator-actions.ts";
import { checkNotBegun } from "../workflows/deletions/schedule-deletion.ts";
import { operatorWork } from "../workflows/operators/operator-work.ts";
import { answerRepeated } from "./answer-repeated.ts";
import { csvOf } from "./csv.ts";
import { OperatorFile } from "./operator-file.ts";
import { operatorOpenApi } from "./operator-open-api.ts";
import type { OperatorRoute } from "./operator-route.ts";
import { operatorRoutes } from "./operator-routes.ts";

interface AppParts {
  readonly ctx: Context;
  readonly keys: readonly OperatorKey[];
  readonly log: Logger;
}

/** Precedes every path of the interface. */
const prefix = "/operator/v1";
const maxBodyBytes = 64 * 1024;
const idempotencyKeyForm = /^[\x21-\x7E]{1,200}$/;

/**
 * Answers requests of the operator's interface (docs/hosting.md#operators-interface). Its description is made when
 * somebody asks for it first: no start is to wait for it.
 */
export function createOperatorApp(parts: AppParts): Listenable {
  let openApi: string | undefined;
  const handler: Listenable["handler"] = (req, res) => {
    const givenId = req.headers["x-request-id"];
    const scope = continueScope(typeof givenId === "string" ? givenId : undefined, undefined);
    res.setHeader("X-Request-Id", scope.requestId);
    if (req.method === "GET" && req.url === `${prefix}/openapi.json`) {
      openApi ??= JSON.stringify(operatorOpenApi(prefix));
      answerJson(res, 200, { body: openApi });
      return;
    }
    void runInScope(scope, () => serve(parts, { req, res, requestId: scope.requestId }));
  };
  return { handler, ready: () => Promise.resolve() };
}

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
}

async function serve(parts: AppParts, exchange: Exchange): Promise<void> {
  const { res } = exchange;
  try {
    const { csv, isRepeated, output } = await answerOf(parts, exchange);
    if (isRepeated) res.setHeader("Idempotent-Replay", "true");
    if (output instanceof OperatorFile) await sendFile(res, output);
    else if (csv === undefined) answerSuccess(res, output);
    else res.setHeader("Content-Type", "text/csv; charset=utf-8; header=present").end(csv);
  } catch (cause) {
    const error = refusalOf(cause, databaseErrors);
    const isRefused = error instanceof AppError;
    if (!isRefused || error !== cause)
      parts.log.error({ err: error }, "a request of the operator failed");
    // What was begun is cut off, so that it does not look complete.
    if (res.headersSent) res.destroy();
    else if (isRefused) answerError(res, error);
    else answerInternalError(res);
  }
}

async function sendFile(res: ServerResponse, file: OperatorFile): Promise<void> {
  res.setHeader("Content-Type", file.type);
  res.setHeader("Content-Length", file.size);
  res.setHeader("Content-Disposition", `attachment; filename="${file.name}"`);
  await pipeline(Readable.from(file.bytes, { objectMode: false }), res);
}

interface OperatorAnswer {
  readonly output: object;
  /** True if nothing was done, because it was done before. */
  readonly isRepeated: boolean;
  /** Table that is sent instead. */
  readonly csv?: string | undefined;
}

async function answerOf(
  { ctx, keys }: AppParts,
  { req, requestId }: Exchange,
): Promise<OperatorAnswer> {
  const [path, query] = splitUrl(req.url ?? "/");
  const key = findOperatorKey(keys, req.headers.authorization);
  if (key === undefined) throw new AppError("UNAUTHORIZED", "This needs a key of an operator.");
  const { realmId, route } = findRoute(req.method ?? "GET", path);
  const { operation } = route;
  if (!hasScope(key, operation.scope))
    throw new AppError("ACCESS_DENIED", `This needs a key with the scope '${operation.scope}'.`);
  const isInQuery = operation.method === "GET" || operation.takes !== undefined;
  const given = isInQuery ? fromQuery(query) : await fromBody(req);
  const parsed = operation.input.safeParse(given);
  if (!parsed.success) throw new AppError("BAD_REQUEST", prettifyError(parsed.error));
  const bytes = operation.takes && (await readBody(req, operation.takes.maxBytes));
  const keyName = key.name;
  const request = { ctx, realmId, input: given, bytes: bytes ?? Buffer.alloc(0), keyName };
  if (operation.method === "GET") {
    const output = await route.handle(request);
    return { output, isRepeated: false, csv: csvOf(operation, parsed.data, output) };
  }
  return act(route, request, { requestId, idempotencyKey: idempotencyKeyOf(req) });
}

interface Acting {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

interface Asked {
  readonly ctx: Context;
  readonly realmId: number;
  readonly input: unknown;
  readonly bytes: Buffer;
  readonly keyName: string;
}

/** Carries out what changes something, once for each idempotency key. */
async function act(
  route: OperatorRoute,
  { bytes, ctx, input, keyName, realmId }: Asked,
  { idempotencyKey, requestId }: Acting,
): Promise<OperatorAnswer> {
  const operation = route.operation.name;
  const action = { keyName, operation, input: withoutSecrets(input), idempotencyKey };
  const repeated = async (): Promise<OperatorAnswer | null> => {
    const output = await answerRepeated(ctx, route, { ...action, realmId });
    return output && { output, isRepeated: true };
  };
  const before = await repeated();
  if (before !== null) return before;
  if (realmId !== 0) await checkNotBegun(ctx.db, realmId);
  let isNoted = false;
  const noteAction: NoteAction = async (tx, actedOn, open = { call: null, dueMs: null }) => {
    isNoted = false;
    const id = await insertAction(tx, { ...action, ...open, requestId, realmId: actedOn });
    isNoted = true;
    return id;
  };
  const request = { ctx: { ...ctx, noteAction }, realmId, input, bytes, keyName };
  try {
    const work = operatorWork(ctx, { keyName, operation, requestId });
    const output = await runFor(work, () => route.handle(request));
    // What changed nothing may have found done what it was to do, by the same request.
    return (isNoted ? null : await repeated()) ?? { output, isRepeated: false };
  } catch (error) {
    // The same request may have come twice at once: then the other one was first, and this one is refused for that.
    const meanwhile = isNoted ? null : await repeated();
    if (meanwhile === null) throw error;
    return meanwhile;
  }
}

/** @throws NOT_FOUND, METHOD_NOT_ALLOWED */
function findRoute(method: string, path: string): { route: OperatorRoute; realmId: number } {
  const matching = operatorRoutes.flatMap((route) => {
    const form = route.operation.path.replace("{organization_id}", String.raw`(\d{1,15})`);
    const match = new RegExp(`^${prefix}${form}$`).exec(path);
    return match === null ? [] : [{ route, realmId: Number(match[1] ?? 0) }];
  });
  if (matching.length === 0) throw unknownAddress();
  const found = matching.find(({ route }) => route.operation.method === method);
  if (found === undefined)
    throw methodNotAllowed(matching.map(({ route }) => route.operation.method).toSorted());
  return found;
}

function fromQuery(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** @throws INVALID_JSON, REQUEST_TOO_LARGE */
async function fromBody(req: IncomingMessage): Promise<unknown> {
  const text = hasBody(req) ? (await readBody(req, maxBodyBytes)).toString() : "{}";
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("INVALID_JSON", "Malformed JSON");
  }
}

/** @throws BAD_REQUEST */
function idempotencyKeyOf({ headers }: IncomingMessage): string | null {
  const key = headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key === "string" && idempotencyKeyForm.test(key)) return key;
  throw new AppError("BAD_REQUEST", "Idempotency-Key has 1 to 200 visible characters.");
}

const secretNames: ReadonlySet<string> = new Set([
  "authorization",
  "password",
  "clientSecret",
  "bindPassword",
]);

function withoutSecrets(input: unknown): Record<string, unknown> {
  const text = JSON.stringify(input, (name, value: unknown) =>
    secretNames.has(name) ? undefined : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}
