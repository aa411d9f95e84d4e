import type { Client } from "../client.ts";

interface Enriched {
  readonly url: string;
  readonly owner: Client;
  readonly member: Client;
}

/** The smallest picture there is. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function idOf(client: Client): Promise<number> {
  return Number((await client.get("/users/me"))["user_id"]);
}

/** Gives an organization something of most kinds of things that exports have. */
export async function enrich({ member, owner, url }: Enriched): Promise<void> {
  const [memberId, ownerId] = [await idOf(member), await idOf(owner)];
  const must = async (answer: ReturnType<Client["post"]>) => {
    const given = await answer;
    if (given.result !== "success") throw new Error(given.msg);
    return given;
  };
  const send = async (from: Client, topic: string, content: string) => {
    const message = { type: "channel", to: "general", topic, content };
    return Number((await must(from.post("/messages", message)))["id"]);
  };
  const group = await must(
    owner.post("/user_groups/create", {
      name: "builders",
      description: "Who builds",
      members: [memberId],
    }),
  );
  const { stream_id: channelId } = await owner.get("/get_stream_id", { stream: "general" });
  const { stream_id: limitedId } = await owner.get("/get_stream_id", { stream: "leadership" });
  const mayCreateGroups = {
    new: { direct_members: [ownerId], direct_subgroups: [Number(group["group_id"])] },
  };
  await must(
    owner.patch("/realm", {
      can_create_groups: mayCreateGroups,
      new_stream_announcements_stream_id: channelId,
    }),
  );
  await must(
    owner.patch(`/streams/${String(limitedId)}`, {
      can_send_message_group: {
        new: { direct_members: [ownerId, memberId], direct_subgroups: [] },
      },
    }),
  );
  await must(owner.upload("/realm/emoji/party", { name: "party.png", bytes: png }));
  await must(owner.upload("/realm/icon", { name: "icon.png", bytes: png }));
  await must(
    owner
      .post("/realm/profile_fields", { name: "Mentor", hint: "", field_type: 6 })
      .then(async (made) =>
        member.patch("/users/me/profile_data", {
          data: [{ id: made["id"], value: [ownerId] }],
        }),
      ),
  );
  const first = await send(
    owner,
    "plans",
    `Hello @**Mia Member|${memberId}** and @*builders* :party:`,
  );
  const link = `${url}/#narrow/channel/${String(channelId)}-general/topic/plans/near/${first}`;
  await send(
    member,
    "plans",
    `@_**Olive Owner|${ownerId}** [said](${link}):\n> Hello\n\n#**general>plans@${first}** #**general**`,
  );
  const uploaded = await must(
    member.upload("/user_uploads", { name: "plan.txt", bytes: Buffer.from("A plan") }),
  );
  await send(
    member,
    "files",
    `[plan.txt](${String(uploaded["url"])}) and ${url}${String(uploaded["url"])}`,
  );
  await must(member.post(`/messages/${first}/reactions`, { emoji_name: "party" }));
  await must(owner.post(`/messages/${first}/reactions`, { emoji_name: "octopus" }));
  await must(
    owner.patch(`/messages/${first}`, {
      content: `Hello again @**Mia Member|${memberId}** :party:`,
    }),
  );
  await must(member.post("/messages/flags", { messages: [first], op: "add", flag: "starred" }));
  const poll = await send(owner, "poll", "/poll Where?\nHere");
  const option = { type: "new_option", option: "There", idx: 0 };
  await must(
    member.post("/submessage", {
      message_id: poll,
      msg_type: "widget",
      content: JSON.stringify(option),
    }),
  );
  const vote = { type: "vote", key: `${memberId},0`, vote: 1 };
  await must(
    owner.post("/submessage", {
      message_id: poll,
      msg_type: "widget",
      content: JSON.stringify(vote),
    }),
  );
  await must(owner.post("/messages", { type: "direct", to: [memberId], content: "Between us" }));
  await must(
    member.post("/drafts", {
      drafts: [
        {
          type: "stream",
          to: [channelId],
          topic: "plans",
          content: `Dear @**Olive Owner|${ownerId}**`,
        },
      ],
    }),
  );
  await must(member.post("/users/me/alert_words", { alert_words: ["plan"] }));
  await must(
    member.post("/user_topics", { stream_id: channelId, topic: "poll", visibility_policy: 1 }),
  );
  await must(member.post(`/users/me/muted_users/${ownerId}`, {}));
  await must(member.post("/users/me/status", { status_text: "Away", emoji_name: "party" }));
  await must(member.post("/saved_snippets", { title: "Bye", content: "Good bye" }));
  await must(member.patch("/settings", { twenty_four_hour_time: true }));
  await must(
    member.post("/scheduled_messages", {
      type: "channel",
      to: channelId,
      topic: "later",
      content: "Later",
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400,
    }),
  );
}
