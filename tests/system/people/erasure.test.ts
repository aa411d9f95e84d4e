import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";

let constellation: Constellation;
let owner: Client;
let other: Client;

beforeAll(async () => {
  constellation = await Constellation.start(undefined, { apart: ["users", "messages"] });
  owner = await Client.login(constellation.url, "owner@example.com");
  other = await Client.login(constellation.url, "member2@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

const address = "member@example.com";
const said = "words that shall be forgotten";
const written = "a diary that shall be forgotten";
/** Tables in which a person stays for a time that is stated (docs/erasure.md#what-stays). */
const stated = ["audit_entry", "outbox"];

/** Names the tables of all services in which a text is found. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const tables = await constellation.rows<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('users', 'channels', 'messages', 'webhooks')
      and (select not relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
    order by 1`);
  const bytes = Buffer.from(text).toString("hex");
  const each = tables.map(
    ({ name }) => `
      select '${name}' as name where exists (
        select from ${name} t where position('${text}' in t::text) > 0 or position('${bytes}' in t::text) > 0)`,
  );
  const found = await constellation.rows<{ name: string }>(each.join(" union all "));
  return found
    .map(({ name }) => name)
    .filter((name) => !stated.some((table) => name.endsWith(`.${table}`)));
}

const events = z.array(z.looseObject({ id: z.int(), type: z.string() }));

/** Collects what a client hears until it has heard something. */
async function hearUntil(
  queue: { readonly queue_id: unknown; last: number },
  isLast: (event: z.infer<typeof events>[number]) => boolean,
) {
  const heard: z.infer<typeof events> = [];
  while (!heard.some(isLast)) {
    const poll = { queue_id: queue.queue_id, last_event_id: queue.last };
    const answer = await other.get("/events", poll);
    const page = events.parse(answer["events"]);
    heard.push(...page);
    queue.last = page.at(-1)?.id ?? queue.last;
  }
  return heard;
}

async function stateOf(): Promise<unknown> {
  const lines = await constellation.realm("erasures", "");
  return JSON.parse(lines) as unknown;
}

describe("erasing a person (docs/erasure.md)", () => {
  test("erasing goes on behind kills of messages and users, and leaves nothing in any table", async ({
    expect,
  }) => {
    const member = await Client.login(constellation.url, address);
    const { url } = await member.upload("/user_uploads", {
      name: "diary.txt",
      bytes: Buffer.from(written),
    });
    const message = { type: "channel", to: "general", topic: "erasing" };
    const ids: number[] = [];
    for (let number = 0; number < 210; number += 1)
      ids.push(
        Number(
          (await member.post("/messages", { ...message, content: `${said} ${number}` }))["id"],
        ),
      );
    await member.post("/messages", { ...message, content: `[it](${String(url)})` });
    const answer = await other.post("/messages", { ...message, content: "an answer" });
    await member.post(`/messages/${String(answer["id"])}/reactions`, { emoji_name: "heart" });
    const gone = await member.post("/messages", { ...message, content: `${said}, deleted` });
    await owner.delete(`/messages/${String(gone["id"])}`);
    const { members } = await owner.get("/users");
    const people = z
      .array(
        z.looseObject({
          user_id: z.int(),
          delivery_email: z.string().nullish(),
          full_name: z.string(),
        }),
      )
      .parse(members);
    const person = people.find((one) => one.delivery_email === address);
    const userId = person?.user_id ?? 0;
    expect((await tablesWith(said)).length).toBeGreaterThan(0);
    expect((await tablesWith(written)).length).toBeGreaterThan(0);
    const types = JSON.stringify(["realm_user", "delete_message", "reaction", "subscription"]);
    const registered = await other.post("/register", {
      event_types: types,
      client_capabilities: JSON.stringify({
        notification_settings_null: true,
        bulk_message_deletion: true,
      }),
    });
    const queue = { queue_id: registered["queue_id"], last: Number(registered["last_event_id"]) };

    const release = await constellation.lock("messages.draft", "access exclusive");
    const names = ["erase-person", "", address, "--confirm", address, "--messages", "delete"];
    const erasing = constellation.realm(...names).catch(String);
    await constellation.hasRow("select from users.person_erasure where step = 'messages'");
    await constellation.process("messages").kill();
    await release();
    const blocked = await constellation.lock("messages.submessage", "access exclusive");
    await constellation.process("messages").start();
    await constellation.hasRow(
      "select from users.person_erasure where tries >= 2 and step = 'messages' and deleted > 0",
    );
    await constellation.process("users").kill();
    await blocked();
    await constellation.process("users").start();
    // Whoever waits for it goes on while nothing answers.
    expect(await erasing).toContain(`User ${userId} is erased`);
    expect(await stateOf()).toMatchObject({ user_id: userId, state: "done", remaining: [] });
    for (const text of [address, said, written, "diary.txt"])
      expect([text, await tablesWith(text)]).toEqual([text, []]);

    const heard = await hearUntil(
      queue,
      (event) =>
        event.type === "delete_message" &&
        z
          .array(z.int())
          .parse(event["message_ids"])
          .includes(ids.at(-1) ?? 0),
    );
    const deleted = heard
      .filter(({ type }) => type === "delete_message")
      .flatMap((event) => z.array(z.int()).parse(event["message_ids"]));
    expect(deleted.filter((id) => ids.includes(id))).toEqual(ids);
    const named = heard
      .filter((event) => event.type === "realm_user")
      .map((event) => event["person"]);
    expect(named).toContainEqual({ user_id: userId, full_name: `Deleted user ${userId}` });
    expect(heard).toContainEqual(
      expect.objectContaining({ type: "reaction", op: "remove", user_id: userId }),
    );
    const after = await other.get("/messages", {
      anchor: "newest",
      num_before: 1000,
      num_after: 0,
    });
    expect(JSON.stringify(after)).not.toContain(said);
    const former = await Client.login(constellation.url, address);
    expect(await former.get("/users/me")).toMatchObject({ result: "error", code: "UNAUTHORIZED" });
  });
});
