import type { getEvents as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { RenderedFields, type RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { EventsContext } from "../context.ts";
import type { Asker } from "../domain/queues/answers.ts";
import { registerQueue } from "./register-queue.ts";

type Call = [
  ctx: EventsContext,
  caller: Caller,
  input: InputOf<typeof contract>,
  request: RequestFacts,
];

/**
 * Polls a queue over plain HTTP: for callers beside the gateway, and to register on the way
 * (docs/behaviour/events.md#polling).
 */
export async function getEvents(...call: Call): Promise<RenderedFields> {
  const [ctx, caller, input, request] = call;
  const { queue_id: queueId } = input;
  if (queueId === undefined) return registerFirst(...call);
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  const asker: Asker = {
    waiting: true,
    respond: (status, body, end = "") => {
      resolve({ status, text: body.toString() + end });
    },
  };
  request.signal.addEventListener("abort", () => {
    ctx.hub.forget(queueId, asker);
  });
  await ctx.hub.poll(
    {
      queueId,
      realmId: caller.realm.id,
      userId: caller.userId,
      lastEventId: input.last_event_id ?? null,
      dontBlock: input.dont_block,
      ignored: null,
    },
    asker,
  );
  const { status, text } = await promise;
  const answer = JSON.parse(text) as { code: string; events: unknown; msg: string };
  if (status !== 200 && answer.code === "BAD_REQUEST")
    throw new AppError("BAD_REQUEST", answer.msg);
  if (status !== 200) throw unknownQueue(queueId);
  return new RenderedFields(
    `"events":${JSON.stringify(answer.events)},"queue_id":${JSON.stringify(queueId)}`,
  );
}

/** Unknown, expired and foreign queues look alike. */
export function unknownQueue(queueId: string): AppError {
  return new AppError("BAD_EVENT_QUEUE_ID", `Bad event queue ID: ${queueId}`, {
    details: { queue_id: queueId },
  });
}

/**
 * Registers a queue as `POST /register` makes it; initial data comes only when it is asked for by name
 * (docs/behaviour/events.md#polling).
 */
async function registerFirst(...call: Call): Promise<RenderedFields> {
  const [ctx, caller, input] = call;
  if (!input.dont_block) {
    throw new AppError("REQUEST_VARIABLE_MISSING", "Missing 'queue_id' argument", {
      details: { var_name: "queue_id" },
    });
  }
  const fetched = input.fetch_event_types ?? [];
  const params = { ...input, fetch_event_types: fetched, initial_data_blocks: undefined };
  const registered = await registerQueue(ctx, caller, params);
  return new RenderedFields(`"events":[],${registered.json}`);
}
