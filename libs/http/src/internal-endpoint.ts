import type { ServerResponse } from "node:http";

import type { Bytes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Identity, identityHeader } from "@team-chat/identity";
import { z } from "zod";

import { answerJson } from "./answer.ts";
import { encodeWithBytes, endWithPieces } from "./byte-body.ts";
import { carryError } from "./carried-error.ts";
import { checkOutput } from "./contract-breach.ts";
import {
  type Endpoint,
  type EndpointSettings,
  type Exchange,
  singleHeader,
} from "./operation-endpoint.ts";
import { readBody } from "./read-body.ts";
import type { InternalRoute } from "./route.ts";

/** Calls between our services carry whole batches; more than this is a mistake. */
const maxInputBytes = 32 * 1024 * 1024;

/** Prepares one internal operation: JSON in, JSON (and bytes) out, an AppError of the handler carried as it is. */
export function internalEndpoint<Ctx>(
  route: InternalRoute<Ctx>,
  settings: EndpointSettings<Ctx>,
): Endpoint {
  const { carriesBytes, name, input: schema, output: outputSchema } = route.operation;
  return async (exchange) => {
    const identity = verified(exchange, settings);
    const text = (await readBody(exchange.req, maxInputBytes)).toString("utf8");
    const input = schema.safeParse(JSON.parse(text));
    if (!input.success)
      throw new Error(`${name} was called against its contract: ${z.prettifyError(input.error)}`);
    try {
      const output = await route.handle(settings.ctx, identity, input.data);
      if (carriesBytes === true) {
        const withBytes = output as { readonly bytes: Bytes };
        if (settings.checkOutput) checkOutput(name, outputSchema, { ...withBytes, bytes: [] });
        answerBytes(exchange.res, withBytes);
        return;
      }
      if (settings.checkOutput) checkOutput(name, outputSchema, output);
      answerJson(exchange.res, 200, { body: JSON.stringify(output ?? null) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answerJson(exchange.res, error.status, { body: JSON.stringify(carryError(error)) });
    }
  };
}

function answerBytes(res: ServerResponse, output: { readonly bytes: Bytes }): void {
  if (res.headersSent || res.destroyed) return;
  res.setHeader("Content-Type", "application/octet-stream");
  endWithPieces(res, encodeWithBytes(output));
}

/** A caller whose identity we refuse is a mistake of ours, not the refusal of a user that a carried 401 would become. */
function verified<Ctx>({ req }: Exchange, settings: EndpointSettings<Ctx>): Identity {
  try {
    return settings.signer.verify(singleHeader(req, identityHeader));
  } catch (error) {
    throw new Error("An internal call was refused.", { cause: error });
  }
}
