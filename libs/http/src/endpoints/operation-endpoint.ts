import { type Answer, answerOfOther, successAnswer } from "../answers/answer.ts";
import { compileParameters } from "../parameters/parameters.ts";
import { unstorableRefusal } from "../parameters/unstorable.ts";
import { authorize } from "./authorize.ts";
import { type DatabaseErrors, refusalOf } from "./database-errors.ts";
import { ReceivedRequest } from "./received-request.ts";
import type { Route } from "./route.ts";
import type { Endpoint, Exchange } from "./run.ts";
import { checkedFields, checkLines, type SeenRequest, witnessed } from "./witness.ts";

/** Settings with which every operation of a service is run. */
export interface EndpointSettings<Ctx> {
  readonly ctx: Ctx;
  readonly checkOutput: boolean;
  readonly maxFormBytes: number;
  readonly databaseErrors: DatabaseErrors;
}

/** Prepares one public operation: authenticate, authorize, collect and check parameters, call, answer. */
export function operationEndpoint<Ctx>(
  route: Route<Ctx>,
  settings: EndpointSettings<Ctx>,
): Endpoint {
  const { operation } = route;
  const { maxFormBytes } = settings;
  const { auth, upload } = operation;
  // Made by the first request: a process that starts has hundreds of operations, and is asked for few of them.
  let compiled: ReturnType<typeof compileParameters> | undefined;
  const carryOut = async (
    { request, path, query }: Exchange,
    seen?: SeenRequest,
  ): Promise<Answer> => {
    const identity = request.identity();
    using received = new ReceivedRequest(request, { upload, maxFormBytes });
    const given = await received.parameters(query);
    if (seen) seen.given = given;
    const caller = authorize(auth, identity, given.get("client"));
    const parameters = (compiled ??= compileParameters(operation));
    const input = parameters.bind(path, given);
    if (seen) seen.accepted = true;
    const output = await carriedOut(route, settings, { caller, input, request: received });
    if (seen) checkLines(operation, output);
    const other = answerOfOther(output, request);
    if (other) return await other;
    if (seen) seen.fields = checkedFields(operation, output);
    const { laterFields } = received;
    return successAnswer(
      output,
      parameters.ignored(laterFields ? new Map([...given, ...laterFields]) : given),
    );
  };
  return settings.checkOutput ? witnessed(operation, carryOut) : (exchange) => carryOut(exchange);
}

type Call<Ctx> = Omit<Parameters<Route<Ctx>["handle"]>[0], "ctx">;

/** Calls the operation. @throws what it throws, and the refusals that stand for errors of the database */
async function carriedOut<Ctx>(
  route: Route<Ctx>,
  { ctx, databaseErrors }: EndpointSettings<Ctx>,
  call: Call<Ctx>,
): Promise<object> {
  try {
    return await route.handle({ ctx, ...call });
  } catch (error) {
    const isUnstorable = databaseErrors.isDataException(error);
    throw (
      (isUnstorable ? unstorableRefusal(call.input) : undefined) ?? refusalOf(error, databaseErrors)
    );
  }
}
