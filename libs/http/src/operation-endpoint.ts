import type { IncomingMessage, ServerResponse } from "node:http";

import { AppError } from "@team-chat/errors";
import { identityHeader, type IdentitySigner } from "@team-chat/identity";
import { currentScope } from "@team-chat/telemetry";

import { answerFile, answerRedirect, answerSuccess } from "./answer.ts";
import { authorize } from "./authorize.ts";
import { checkErrorCode, checkOutput } from "./contract-breach.ts";
import { FileAnswer } from "./file-answer.ts";
import { readParameters } from "./given-parameters.ts";
import { compileParameters } from "./parameters.ts";
import { RedirectAnswer } from "./redirect-answer.ts";
import { RenderedFields } from "./rendered-fields.ts";
import type { RequestFacts, Route } from "./route.ts";
import type { UploadedFile } from "./uploaded-file.ts";

export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
}

/** What every operation of a service is run with. */
export interface EndpointSettings<Ctx> {
  readonly ctx: Ctx;
  readonly signer: IdentitySigner;
  readonly checkOutput: boolean;
  readonly maxFormBytes: number;
}

/** Answers a request or throws what is to be answered instead. */
export type Endpoint = (exchange: Exchange) => Promise<void>;

/** Prepares one public operation: authenticate, authorize, collect and check parameters, call, answer. */
export function operationEndpoint<Ctx>(
  route: Route<Ctx>,
  settings: EndpointSettings<Ctx>,
): Endpoint {
  const { operation } = route;
  const parameters = compileParameters(operation);
  const { upload } = operation;
  const maxBytes = settings.maxFormBytes + (upload?.maxBytes ?? 0);
  return async ({ req, res, path, query }) => {
    const identity = settings.signer.verify(singleHeader(req, identityHeader));
    const files: UploadedFile[] = [];
    const given = await readParameters(req, query, {
      maxBytes,
      ...(upload ? { onFile: (file) => files.push(file) } : {}),
    });
    const caller = authorize(operation.auth, identity, given.get("client"));
    const input = parameters.bind(path, given);
    const output = await run(route, settings, {
      caller,
      input,
      request: requestFacts(req, res, files),
    });
    if (output instanceof FileAnswer) {
      answerFile(res, output);
      return;
    }
    if (output instanceof RedirectAnswer) {
      answerRedirect(res, output);
      return;
    }
    if (settings.checkOutput) checkOutput(operation.name, operation.response, fieldsOf(output));
    answerSuccess(res, output, parameters.ignored(given));
  };
}

type Call<Ctx> = Omit<Parameters<Route<Ctx>["handle"]>[0], "ctx">;

async function run<Ctx>(
  route: Route<Ctx>,
  settings: EndpointSettings<Ctx>,
  call: Call<Ctx>,
): Promise<object> {
  try {
    return await route.handle({ ctx: settings.ctx, ...call });
  } catch (error) {
    if (settings.checkOutput && error instanceof AppError) checkErrorCode(route.operation, error);
    throw error;
  }
}

function fieldsOf(output: object): object {
  return output instanceof RenderedFields ? (JSON.parse(`{${output.json}}`) as object) : output;
}

function requestFacts(
  req: IncomingMessage,
  res: ServerResponse,
  files: readonly UploadedFile[],
): RequestFacts {
  let signal: AbortSignal | undefined;
  return {
    requestId: currentScope()?.requestId ?? "",
    userAgent: req.headers["user-agent"],
    idempotencyKey: singleHeader(req, "idempotency-key"),
    files,
    header: (name) => singleHeader(req, name),
    get signal() {
      return (signal ??= abortedWith(res));
    },
  };
}

function abortedWith(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed) controller.abort();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** A header that is sent at most once; a list of several is no valid value of any of ours. */
export function singleHeader(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return typeof value === "string" ? value : undefined;
}
