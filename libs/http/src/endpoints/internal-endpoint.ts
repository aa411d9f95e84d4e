import type { Bytes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { carryError, encodeWithBytes } from "@team-chat/rpc";
import { z } from "zod";

import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { checkOutput } from "./contract-breach.ts";
import { refusalOf } from "./database-errors.ts";
import type { EndpointSettings } from "./operation-endpoint.ts";
import type { InternalRoute } from "./route.ts";
import type { Endpoint } from "./run.ts";

/** Calls between our services carry whole batches; more than this is a mistake. */
const maxInputBytes = 32 * 1024 * 1024;

/** Prepares one internal operation: JSON in, JSON (and bytes) out, an AppError of the handler carried as it is. */
export function internalEndpoint<Ctx>(
  route: InternalRoute<Ctx>,
  settings: EndpointSettings<Ctx>,
): Endpoint {
  const { carriesBytes, name, input: schema, output: outputSchema } = route.operation;
  return async ({ request }) => {
    // The refusal is not carried: to our own caller it is a failure, and not the refusal of a user.
    const identity = request.identity();
    const text = (await request.body(maxInputBytes)).toString("utf8");
    const input = schema.safeParse(JSON.parse(text));
    if (!input.success)
      throw new Error(`${name} was called against its contract: ${z.prettifyError(input.error)}`);
    try {
      const output = await route.handle(settings.ctx, identity, input.data);
      if (carriesBytes === true) {
        const withBytes = output as { readonly bytes: Bytes };
        if (settings.checkOutput) checkOutput(name, outputSchema, { ...withBytes, bytes: [] });
        return bytesAnswer(withBytes);
      }
      if (settings.checkOutput) checkOutput(name, outputSchema, output);
      return jsonAnswer(200, JSON.stringify(output ?? null));
    } catch (cause) {
      const error = refusalOf(cause, settings.databaseErrors);
      if (!(error instanceof AppError)) throw error;
      return jsonAnswer(error.status, JSON.stringify(carryError(error)));
    }
  };
}

function bytesAnswer(output: { readonly bytes: Bytes }): Answer {
  const headers = ["Content-Type", "application/octet-stream"];
  return { status: 200, headers, body: encodeWithBytes(output) };
}
