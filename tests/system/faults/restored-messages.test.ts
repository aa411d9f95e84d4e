// See docs/subsystems/archive.md.
import { nextLook } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { type Answer, Client } from "../client.ts";
import { Constellation } from "../constellation.ts";

let constellation: Constellation;
let owner: Client;
let member: Client;
let other: Client;
let channelId: number;

beforeAll(async () => {
  constellation = await Constellation.start(undefined, { apart: ["messages"] });
  owner = await Client.login(constellation.url, "owner@example.com");
  member = await Client.login(constellation.url, "member@example.com");
  other = await Client.login(constellation.url, "member2@example.com");
  const { user_id: memberId } = await member.get("/users/me");
  await owner.post("/users/me/subscriptions", {
    subscriptions: [{ name: "restored" }],
    principals: [memberId, (await owner.get("/users/me"))["user_id"]],
    invite_only: true,
  });
  channelId = Number((await owner.get("/get_stream_id", { stream: "restored" }))["stream_id"]);
});

afterAll(() => constellation[Symbol.asyncDispose]());

const topic = "everything";

/** Ids of the topic, by the database: more than a page has. */
const idsOf = `select json_agg(id order by id) as ids, count(distinct id) as count from messages.message`;

async function send(content: string): Promise<number> {
  const sent = await owner.post("/messages", { type: "channel", to: channelId, topic, content });
  return Number(sent["id"]);
}

/** Asks until the answer says that all is done, through deaths of the service. */
async function untilComplete(
  path: string,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (;;) {
    const answer = await owner.tryPost(path, params, {});
    if (answer?.["complete"] === true || answer?.msg === "There is nothing to restore.") return;
    await nextLook();
  }
}

/** Begins something, kills messages once the condition holds, and goes on with it until it is done. */
async function throughKill(
  begin: readonly [path: string, params: Readonly<Record<string, unknown>>],
  condition: string,
): Promise<void> {
  const begun = owner.tryPost(...begin, {});
  await constellation.hasRow(condition);
  const messages = constellation.process("messages");
  await messages.kill();
  await messages.start();
  await begun;
  await untilComplete(...begin);
}

/** Initial data that both the state and the events of a client lead to. */
function comparable({ queue_id: _id, last_event_id: _last, ...data }: Answer): unknown {
  const {
    server_timestamp: _time,
    presences: _presences,
    ...rest
  } = data as Record<string, unknown>;
  return rest;
}

describe("a large topic that is deleted and restored (docs/behaviour/moderation.md#restoring-messages)", () => {
  test("a topic is whole again although messages was killed while it was deleted, and while it was restored", async ({
    expect,
  }) => {
    const first = await send("the first");
    const many = 8000;
    await constellation.query(`
      insert into messages.message (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content,
        client, sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone)
      select realm_id, nextval('messages.message_id'), recipient_id, channel_id, sender_id, topic, 'more', '<p>more</p>',
        client, sent_at, false, false, false, false, false
      from messages.message, generate_series(1, ${many}) where id = ${first}`);
    const last = await send("the last");
    await constellation.query(`create table messages.before as ${idsOf} where topic = '${topic}'`);
    const of = { stream_id: channelId };
    await throughKill(
      [`/streams/${channelId}/delete_topic`, { topic_name: topic }],
      "select from messages.message_deletion",
    );
    await constellation.hasRow(
      `select from messages.archived_message having count(*) = ${many + 2}`,
    );
    const narrow = [{ operator: "channel", operand: channelId }];
    const page = { anchor: "newest", num_before: 1, num_after: 0, narrow };
    const newest = async () =>
      ((await member.get("/messages", page))["messages"] as { id: number; topic: string }[]).at(-1);
    expect(await newest()).not.toMatchObject({ id: last });
    await throughKill(
      ["/archive/restore", { ...of, topic }],
      `select from messages.message where topic = '${topic}'`,
    );
    expect(await newest()).toMatchObject({ id: last });
    // Each once, with the id that it had, and nothing is left in the archive.
    await constellation.hasRow(`
      select from (${idsOf} where topic = '${topic}') now, messages.before
      where now.ids::text = before.ids::text and now.count = ${many + 2}
        and not exists (select from messages.archived_message)
        and not exists (select from messages.message_deletion)`);
  });
});

describe("clients and restored messages (docs/behaviour/events.md#end-of-access)", () => {
  test("clients that a restored message concerns register anew, and of others the state is as if they had", async ({
    expect,
  }) => {
    const id = await send("for whoever is here");
    await owner.delete(`/messages/${id}`);
    const [concerned, bystander] = [await member.post("/register"), await other.post("/register")];
    expect(await owner.post("/archive/restore", { message_id: id })).toMatchObject({ restored: 1 });
    await constellation.settle();
    const poll = (client: Client, { queue_id }: Answer) =>
      client.get("/events", { queue_id, last_event_id: -1, dont_block: true });
    expect(await poll(member, concerned)).toMatchObject({ code: "BAD_EVENT_QUEUE_ID" });
    expect(await poll(other, bystander)).toMatchObject({ result: "success", events: [] });
    expect(comparable(await other.post("/register"))).toEqual(comparable(bystander));
    const { unread_msgs: unread } = await member.post("/register");
    expect(JSON.stringify(unread)).toContain(String(id));
  });
});
