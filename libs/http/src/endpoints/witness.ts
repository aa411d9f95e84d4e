import { channel } from "node:diagnostics_channel";

import type { Operation } from "@team-chat/contract";

import type { Answer } from "../answers/answer.ts";
import { LinesAnswer } from "../answers/lines-answer.ts";
import { RenderedFields } from "../answers/rendered-fields.ts";
import type { GivenParameters } from "../parameters/parameters.ts";
import { checkOutput, checkSuccess, describedError } from "./contract-breach.ts";
import type { Endpoint, Exchange } from "./run.ts";

/** Outcome of one request to an operation, up to the step where it stopped. */
export interface SeenRequest {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  /** The parameters of body and query; absent when they could not be read. */
  given?: GivenParameters;
  /** True if caller and parameters were accepted, so that the answer is the operation's own. */
  accepted?: boolean;
  /** The fields of the answer; absent when it was refused, is a file, lines, or sends on. */
  fields?: object;
  error?: unknown;
}

/**
 * Channel on which tests receive each request when its answer is known. Nothing is published while answers are not
 * checked.
 */
export const seenRequestsChannel = "team-chat.seen-request";

const seenRequests = channel(seenRequestsChannel);

/**
 * Wraps an endpoint so that its answers are held against the contract, and `seenRequestsChannel` is told of every
 * request. The endpoint throws ContractBreach instead of an answer that the contract does not allow.
 */
export function witnessed(
  operation: Operation,
  carryOut: (exchange: Exchange, seen: SeenRequest) => Promise<Answer>,
): Endpoint {
  return async (exchange) => {
    const seen: SeenRequest = { operation, path: exchange.path };
    try {
      const answer = await carryOut(exchange, seen);
      checkSuccess(operation, answer);
      return answer;
    } catch (error) {
      seen.error = describedError(operation, error);
      throw seen.error;
    } finally {
      seenRequests.publish(seen);
    }
  };
}

/** Returns the fields of what an operation answers. @throws ContractBreach when the contract does not allow them */
export function checkedFields({ name, response }: Operation, output: object): object {
  const fields =
    output instanceof RenderedFields ? (JSON.parse(`{${output.json}}`) as object) : output;
  checkOutput(name, response, fields);
  return fields;
}

/** Checks what an operation answers, if that is lines. @throws ContractBreach when the contract does not allow one */
export function checkLines({ name, success }: Operation, output: object): void {
  if (success?.kind !== "lines" || !(output instanceof LinesAnswer)) return;
  for (const line of output.lines) checkOutput(name, success.line, JSON.parse(line));
}
