// No value of any parameter makes any operation fail: numbers, texts and lists far beyond what is meant are taken or
// refused.
import { type Operation, operations, type Param } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { pollMessage } from "./clients/poll-until.ts";
import { SchemaExtremes, type Usual } from "./extreme-values/schema-extremes.ts";
import { Product } from "./in-process/product.ts";
import { createPeople, type Person } from "./in-process/realm.ts";
import { furnish } from "./register-events/furnish.ts";
import { request } from "./request.ts";

let product: Product;
let owner: Person;
let usual: Usual;

beforeAll(async () => {
  product = await Product.start();
  const { people } = await createPeople(product);
  await furnish(people);
  const named = (name: string) => {
    const found = people.find((person) => person.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  owner = named("owner");
  usual = await usualValues(owner, named("member"), named("bot"));
});

afterAll(() => product[Symbol.asyncDispose]());

/** The longest text in a form, whose limit is 1 MiB, and in an address, whose limit is that of its head. */
const longTextLength = { form: 1_000_000, address: 12_000 };

/** Returns usual values of parameters, by name, so that an extreme value beside them gets far. */
async function usualValues(boss: Person, member: Person, bot: Person): Promise<Usual> {
  const { client } = boss;
  const { stream_id: channelId } = await client.get("/get_stream_id", { stream: "general" });
  const sent = { type: "channel", to: channelId, topic: "lunch", content: "here" };
  const { id: messageId } = await client.post("/messages", sent);
  const { queue_id: queueId } = await client.post("/register", { event_types: ["message"] });
  const scheduled = await client.post("/scheduled_messages", {
    ...sent,
    scheduled_delivery_timestamp: 4_000_000_000,
  });
  const draft = { type: "stream", to: [channelId], topic: "lunch", content: "c" };
  const { ids: drafts } = await client.post("/drafts", { drafts: [draft] });
  const group = { name: "usual group", description: "", members: [member.userId] };
  const { group_id: groupId } = await client.post("/user_groups/create", group);
  const field = { name: "Usual", field_type: 1 };
  const { id: fieldId } = await client.post("/realm/profile_fields", field);
  const linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
  const { id: filterId } = await client.post("/realm/filters", linkifier);
  const snippet = { title: "t", content: "c" };
  const { saved_snippet_id: snippetId } = await client.post("/saved_snippets", snippet);
  const folder = { name: "Usual" };
  const { channel_folder_id: folderId } = await client.post("/channel_folders/create", folder);
  return {
    stream_id: channelId,
    to: channelId,
    type: "stream",
    topic: "lunch",
    topic_name: "lunch",
    message_id: messageId,
    msg_ids: [messageId],
    messages: messageId,
    message_ids: messageId,
    anchor: messageId,
    queue_id: queueId,
    scheduled_message_id: scheduled["scheduled_message_id"],
    scheduled_delivery_timestamp: 4_000_000_000,
    draft_id: (drafts as number[])[0],
    user_group_id: groupId,
    field_id: fieldId,
    id: fieldId,
    data: fieldId,
    filter_id: filterId,
    ordered_linkifier_ids: filterId,
    saved_snippet_id: snippetId,
    channel_folder_id: folderId,
    folder_id: folderId,
    user_id: member.userId,
    muted_user_id: member.userId,
    user_id_or_email: member.userId,
    bot_id: bot.userId,
    principals: member.userId,
    subscribers: member.userId,
    members: member.userId,
    subscriptions: "general",
    stream: "general",
    op: "add",
    flag: "read",
    emoji_name: "car",
    operator: "search",
    operand: "word",
    negated: false,
    property: "color",
    color: "#abcdef",
    value: "#abcdef",
    dont_block: true,
    field_type: 1,
    report_type: "spam",
    msg_type: "widget",
    status: "active",
    fragment: "narrow/usual",
    email: "usual@example.com",
    new_email: "usual@example.com",
    full_name: "Usual Name",
    short_name: "usual",
    invitee_emails: "guest@example.com",
    domain: "usual.example.com",
    pattern: linkifier.pattern,
    url_template: linkifier.url_template,
    token_kind: "fcm",
    push_public_key: "dXN1YWw=",
  };
}

/** Extremes of ids, where they stand in a text. */
const textualNumbers = ["-1", "2147483648", "9223372036854775808", "1e300"];

/**
 * The texts a parameter is tried with; the extremes of numbers for those without a type too, which may be read as such.
 */
function extremesOf(operation: Operation, name: string, { schema, wire }: Param): string[] {
  const inAddress = operation.method === "GET" || wire === "path";
  const extent = { longTextLength: inAddress ? longTextLength.address : longTextLength.form };
  const values = new SchemaExtremes(usual, extent).of(name, schema);
  if (wire === "json") return values.map((value) => JSON.stringify(value)).filter(fits);
  const plain = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const quoted = wire === "text" ? [] : [JSON.stringify("half \uD800 pair")];
  return [...plain, ...textualNumbers, ...quoted].filter(fits);

  function fits(text: string): boolean {
    return !inAddress || text.length <= longTextLength.address;
  }
}

/**
 * The parameters of an operation, of the many with who has a permission only the first: all are read by the same code.
 */
function differing({ params }: Operation): [name: string, param: Param][] {
  const shapes = new Set<string>();
  return Object.entries(params).filter(([, { schema }]) => {
    const { description: _, ...shape } = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
    });
    const text = JSON.stringify(shape);
    if (!text.includes("direct_subgroups")) return true;
    const isNew = !shapes.has(text);
    shapes.add(text);
    return isNew;
  });
}

/** Returns values for the other required parameters. */
function othersOf({ params }: Operation, name: string): Record<string, string> {
  const builder = new SchemaExtremes(usual, { longTextLength: 1 });
  const values: Record<string, string> = {};
  for (const [other, { schema, wire }] of Object.entries(params)) {
    if (other === name || schema.safeParse(undefined).success) continue;
    const value = builder.usualOf(other, schema);
    values[other] = wire !== "json" && typeof value === "string" ? value : JSON.stringify(value);
  }
  return values;
}

async function ask({ method, path, params }: Operation, values: Readonly<Record<string, string>>) {
  const fields = { ...values };
  const filled = path.replaceAll(/\{(\w+)\*?\}/g, (_all, name: string) => {
    delete fields[name];
    return encodeURIComponent((values[name] ?? "").toWellFormed());
  });
  if (Object.keys(params).length === 0) throw new Error("There is nothing to try.");
  const form = new URLSearchParams(fields);
  const inQuery = method === "GET" && Object.keys(fields).length > 0;
  return request(product.url, {
    method,
    path: `/api/v1${filled}${inQuery ? `?${form.toString()}` : ""}`,
    host: owner.host,
    headers: { authorization: owner.client.authorization },
    ...(method === "GET" ? {} : { form }),
  });
}

describe("extreme values are taken, or refused in words (docs/behaviour/api.md#refused-values)", () => {
  for (const operation of operations.filter(({ params }) => Object.keys(params).length > 0))
    test(
      `extreme values are taken, or refused in words, by ${operation.name}`,
      { timeout: 300_000 },
      async ({ expect }) => {
        const failed: string[] = [];
        for (const [name, param] of differing(operation)) {
          const others = othersOf(operation, name);
          await Promise.all(
            extremesOf(operation, name, param).map(async (value) => {
              const values = { ...others, [name]: value };
              const { body, status } = await ask(operation, values);
              // What is wrong with a parameter is no reason to say that there is no such address.
              const isLost =
                status === 404 && param.wire !== "path" && body.includes("nothing at this address");
              if (status >= 500 || isLost || body.includes('"code":"UNAUTHORIZED"'))
                failed.push(`${name}=${value.slice(0, 80)}: ${status} ${body.slice(0, 200)}`);
            }),
          );
        }
        expect(failed).toEqual([]);
      },
    );

  test("extreme values that were taken do not hold up what comes later", async ({ expect }) => {
    await product.settle();
    const registered = await owner.client.post("/register");
    expect(registered.result).toBe("success");
    // To oneself: channels may have been left by then.
    const sent = { type: "direct", to: [registered["user_id"]], content: "after all" };
    const { id, msg } = await owner.client.post("/messages", sent);
    expect(msg).toBe("");
    expect(await pollMessage(owner.client, registered["queue_id"], "after all")).toMatchObject({
      message: { id },
    });
  });
});
