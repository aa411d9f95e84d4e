type Schema = Readonly<Record<string, unknown>>;

/** Names that say id, but may be below zero: -1 stands for none. */
const mayBeNegative: ReadonlySet<string> = new Set([
  "last_event_id",
  "last_update_id",
  "presence_last_update_id",
  "max_message_id",
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "signup_announcements_stream_id",
  "zulip_update_announcements_stream_id",
]);

/**
 * Says of integers that are called ids that they are no less than 0. Requests with other values are refused too, but in
 * words that depend on what is looked for, which is why the schemas that check them do not say it.
 */
export function withIdMinimum(schema: unknown, name = ""): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withIdMinimum(one, name));
  if (typeof schema !== "object" || schema === null) return schema;
  const walked = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "properties" ? eachByName(value as Schema) : withIdMinimum(value, name),
    ]),
  );
  return isId(name) && isUnbounded(walked) ? { ...walked, minimum: 0 } : walked;
}

function eachByName(properties: Schema): Schema {
  const walked = Object.entries(properties).map(([name, one]) => [name, withIdMinimum(one, name)]);
  return Object.fromEntries(walked) as Schema;
}

function isId(name: string): boolean {
  return /(?:^|_)ids?$/.test(name) && !mayBeNegative.has(name);
}

function isUnbounded({ minimum, type }: Schema): boolean {
  return type === "integer" && (minimum === undefined || minimum === Number.MIN_SAFE_INTEGER);
}
