import { channelsEvent, message, messagesEvent, usersEvent } from "@team-chat/contract";
import { z } from "zod";

import type { Row, Wishes } from "./state.ts";

const flags = z.array(z.string());

/** As queues show it (docs/behaviour/events.md#message-events). */
const messageEvent = z.strictObject({
  type: z.literal("message"),
  message: message.strict(),
  flags,
  local_message_id: z.string().optional(),
  local_id: z.string().optional(),
});

const modernPresence = z.strictObject({
  type: z.literal("presence"),
  presences: z.record(
    z.string().regex(/^\d+$/),
    z.strictObject({ active_timestamp: z.int(), idle_timestamp: z.int() }),
  ),
});

/** For clients that do not know deactivated groups. */
const groupRemoved = z.strictObject({
  type: z.literal("user_group"),
  op: z.literal("remove"),
  group_id: z.int(),
});

const widest = z.union([usersEvent, channelsEvent, messagesEvent, groupRemoved]);

/** An event in the form the contract describes, made from the form that the client's wishes gave it. */
function widened(event: Row, wishes: Wishes): Row {
  const { id: _, ...rest } = event;
  switch (rest["type"]) {
    case "update_message": {
      const { flags: own, ...edit } = rest;
      flags.parse(own);
      return edit;
    }
    case "delete_message": {
      const { message_id: only, ...place } = rest;
      if (wishes.client_capabilities["bulk_message_deletion"] === true) return rest;
      return { ...place, message_ids: [only] };
    }
    case "subscription": {
      if (rest["op"] !== "add" || wishes.include_subscribers !== "false") return rest;
      const subscriptions = (rest["subscriptions"] as Row[]).map((one) => {
        if ("subscribers" in one) throw new Error("Subscribers were not asked for.");
        return { ...one, subscribers: [] };
      });
      return { ...rest, subscriptions };
    }
    case "presence":
      return wishes.slim_presence ? { ...rest, email: "" } : rest;
    default:
      return rest;
  }
}

/** Holds an event that a client got against its schema, with nothing more and nothing less. @throws ZodError */
export function checkEvent(event: Row, wishes: Wishes): void {
  z.int().parse(event["id"]);
  const { id: _, ...rest } = event;
  if (event["type"] === "message") messageEvent.parse(rest);
  else if (event["type"] === "presence" && "presences" in event) modernPresence.parse(rest);
  else widest.parse(widened(event, wishes));
}

/** Every schema of the contract that is no union of others, with the kinds of events it is for. */
function schemasOf(
  schema: z.ZodType = widest,
): { readonly kinds: readonly string[]; readonly schema: z.ZodObject }[] {
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => schemasOf(option as z.ZodType));
  if (!(schema instanceof z.ZodObject)) throw new Error("An event is an object or one of several.");
  const { op, type } = schema.shape as Record<string, z.ZodType>;
  const ops = op === undefined ? [""] : valuesOf(op).map((value) => ` ${value}`);
  const kinds = valuesOf(type).flatMap((name) => ops.map((suffix) => name + suffix));
  return [{ kinds, schema }];
}

/** Every type of event that the contract knows, with its op where it has one. */
export function kindsOfContract(): string[] {
  return [...new Set(schemasOf().flatMap(({ kinds }) => kinds))];
}

/** The fields of a kind of event besides its type and op; a question mark follows those that are not in all of them. */
export function fieldsOfContract(kind: string): string[] {
  const shapes = schemasOf().flatMap(({ kinds, schema }) =>
    kinds.includes(kind) ? [schema.shape as Record<string, z.ZodType>] : [],
  );
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
  const fields = [...names].filter((name) => name !== "type" && name !== "op");
  return fields.map((name) => {
    const isAlways = shapes.every((shape) => shape[name]?.safeParse(undefined).success === false);
    return isAlways ? name : `${name}?`;
  });
}

/** Tells whether events of the kind with a field too many are refused. */
export function isStrict(kind: string): boolean {
  return schemasOf().every(
    ({ kinds, schema }) => !kinds.includes(kind) || schema.def.catchall instanceof z.ZodNever,
  );
}

function valuesOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(String);
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  throw new Error("Types and ops are given literally.");
}
