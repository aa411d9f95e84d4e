import type { Operation } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { IncomingRequest } from "@team-chat/rpc";
import { currentScope } from "@team-chat/telemetry";

import { type Answer, answerOfFile, answerOfRedirect, successAnswer } from "../answers/answer.ts";
import { FileAnswer } from "../answers/file-answer.ts";
import { RedirectAnswer } from "../answers/redirect-answer.ts";
import { RenderedFields } from "../answers/rendered-fields.ts";
import { type ArrivingFiles, noFiles } from "../parameters/arriving-form.ts";
import { openForm, parseParameters, readParameters } from "../parameters/given-parameters.ts";
import type { UploadedFile } from "../parameters/multipart.ts";
import { compileParameters } from "../parameters/parameters.ts";
import { unstorableRefusal } from "../parameters/unstorable.ts";
import { authorize } from "./authorize.ts";
import { checkErrorCode, checkOutput, checkSuccess } from "./contract-breach.ts";
import type { RequestFacts, Route } from "./route.ts";
import type { Endpoint, Exchange } from "./run.ts";
import { type SeenRequest, witnessed } from "./witness.ts";

const nothing = Buffer.alloc(0);

/** Settings with which every operation of a service is run. */
export interface EndpointSettings<Ctx> {
  readonly ctx: Ctx;
  readonly checkOutput: boolean;
  readonly maxFormBytes: number;
  /** Tells an error of the database about a value that it cannot store. */
  readonly isDataException: (error: unknown) => boolean;
}

/** Prepares one public operation: authenticate, authorize, collect and check parameters, call, answer. */
export function operationEndpoint<Ctx>(
  route: Route<Ctx>,
  settings: EndpointSettings<Ctx>,
): Endpoint {
  const { operation } = route;
  const parameters = compileParameters(operation);
  const { upload } = operation;
  const maxBytes = settings.maxFormBytes + (upload?.maxBytes ?? 0);
  const carryOut = async ({ request, path, query }: Exchange, seen?: SeenRequest) => {
    const identity = request.identity();
    const files: UploadedFile[] = [];
    const form = upload?.isStreamed ? openForm(request, settings.maxFormBytes) : undefined;
    using _ = form && { [Symbol.dispose]: () => form.abandon() };
    const given = await (form
      ? parseParameters({ contentType: undefined, body: nothing, query })
      : readParameters(request, query, {
          maxBytes,
          onFile: upload && ((file) => files.push(file)),
        }));
    if (seen) seen.given = given;
    const caller = authorize(operation.auth, identity, given.get("client"));
    const input = parameters.bind(path, given);
    if (seen) seen.accepted = true;
    const call = { caller, input, request: new ReceivedFacts(request, files, form ?? noFiles) };
    const output = await carriedOut(route, settings, call);
    if (output instanceof FileAnswer) return await answerOfFile(output, request);
    if (output instanceof RedirectAnswer) return answerOfRedirect(output);
    if (settings.checkOutput) {
      const fields = fieldsOf(output);
      checkOutput(operation.name, operation.response, fields);
      if (seen) seen.fields = fields;
    }
    return successAnswer(
      output,
      parameters.ignored(form ? new Map([...given, ...form.fields]) : given),
    );
  };
  return settings.checkOutput
    ? witnessed(operation, (exchange, seen) => checked(operation, () => carryOut(exchange, seen)))
    : (exchange) => carryOut(exchange);
}

type Call<Ctx> = Omit<Parameters<Route<Ctx>["handle"]>[0], "ctx">;

/** Calls the operation. @throws what it throws, and the refusal of a value that the database did not take */
async function carriedOut<Ctx>(
  route: Route<Ctx>,
  { ctx, isDataException }: EndpointSettings<Ctx>,
  call: Call<Ctx>,
): Promise<object> {
  try {
    return await route.handle({ ctx, ...call });
  } catch (error) {
    throw (isDataException(error) ? unstorableRefusal(call.input) : undefined) ?? error;
  }
}

/** Carries out and holds the answer against the contract. @throws ContractBreach beside the refusal */
async function checked(operation: Operation, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    const given = await answer();
    checkSuccess(operation, given);
    return given;
  } catch (error) {
    if (error instanceof AppError) checkErrorCode(operation, error);
    throw error;
  }
}

function fieldsOf(output: object): object {
  return output instanceof RenderedFields ? (JSON.parse(`{${output.json}}`) as object) : output;
}

/** An abort signal is made only for who asks for it. */
class ReceivedFacts implements RequestFacts {
  readonly files: readonly UploadedFile[];
  readonly arriving: ArrivingFiles;
  readonly #request: IncomingRequest;

  constructor(request: IncomingRequest, files: readonly UploadedFile[], arriving: ArrivingFiles) {
    this.files = files;
    this.arriving = arriving;
    this.#request = request;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  get requestId(): string {
    return currentScope()?.requestId ?? "";
  }

  get userAgent(): string | undefined {
    return this.#request.header("user-agent");
  }

  get idempotencyKey(): string | undefined {
    return this.#request.header("idempotency-key");
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
