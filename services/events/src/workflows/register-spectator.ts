import type { InputOf, registerQueue as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous, RenderedFields } from "@team-chat/http";

import type { EventsContext } from "../context.ts";
import { compileNarrow } from "../domain/queues/narrow.ts";
import { knownBlocksOf, loadInitialData, presentInitialData, requestOf } from "./initial-data.ts";

type RegisterInput = InputOf<typeof contract>;

/**
 * Answers people without an account: the public part of the initial data, and no queue
 * (docs/behaviour/events.md#spectators). Whether they are let in is told before what is wrong with their parameters.
 * @throws UNAUTHORIZED, BAD_REQUEST
 */
export async function registerSpectator(
  ctx: EventsContext,
  caller: Anonymous,
  input: RegisterInput,
): Promise<RenderedFields> {
  const { fields } = await loadInitialData(ctx, caller, requestOf(input, { gravatar: false }));
  checkParameters(input);
  return presentInitialData(null, fields, knownBlocksOf(input));
}

function checkParameters(input: RegisterInput): void {
  if (input.client_gravatar === true) throw notForAnonymous("client_gravatar");
  if (input.include_subscribers !== "false") throw notForAnonymous("include_subscribers");
  if (input.all_public_streams)
    throw new AppError("BAD_REQUEST", "User not authorized for this query");
  compileNarrow(input.narrow);
}

function notForAnonymous(name: string): AppError {
  return new AppError("BAD_REQUEST", `Invalid '${name}' parameter for anonymous request`);
}
