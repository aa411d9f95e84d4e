import type { Answer, Client } from "../client.ts";
import { request } from "../request.ts";

interface People {
  readonly url: string;
  readonly owner: Client;
  readonly member: Client;
}

/** Everything that somebody has done under a word, of every service. */
export interface Doings {
  readonly word: string;
  readonly channelId: number;
  readonly userId: number;
  /** Address of a file whose text is the word. */
  readonly file: string;
  /** Message that the member has not read. */
  readonly messageId: number;
  /** Event queue of the member, from before all that. */
  readonly queueId: string;
}

/**
 * Has the owner add a user and a channel with the member in it, upload a file, and write to the channel and to a bot,
 * which has answered.
 */
export async function doEverything({ member, owner }: People, word: string): Promise<Doings> {
  const queueId = String(succeeded(await member.post("/register"))["queue_id"]);
  const account = { email: `${word}@example.com`, password: "correct-horse-battery" };
  const user = succeeded(await owner.post("/users", { ...account, full_name: word }));
  const principals = [succeeded(await member.get("/users/me"))["user_id"]];
  const subscriptions = [{ name: word }];
  succeeded(await owner.post("/users/me/subscriptions", { subscriptions, principals }));
  const channel = succeeded(await owner.get("/get_stream_id", { stream: word }));
  const file = { name: `${word}.txt`, bytes: Buffer.from(word) };
  const uploaded = succeeded(await owner.upload("/user_uploads", file));
  const message = { type: "channel", to: channel["stream_id"], topic: word, content: word };
  const sent = succeeded(await owner.post("/messages", message));
  const listener = await owner.listen();
  const question = { to: "general", topic: word, content: `@**Echo Bot** ${word}` };
  succeeded(await owner.post("/messages", { ...message, ...question }));
  await listener.heard(`<p>${word}</p>`);
  await listener.stop();
  return {
    word,
    queueId,
    channelId: Number(channel["stream_id"]),
    userId: Number(user["user_id"]),
    file: String(uploaded["url"]),
    messageId: Number(sent["id"]),
  };
}

/** Says of each of the doings whether it is there, as the member and the owner see it. */
export async function whatIsThere(people: People, done: Doings) {
  const { channelId, file, messageId, queueId, userId, word } = done;
  const { member, owner, url } = people;
  const state = await stateOf(member);
  const { messages } = await owner.get("/messages", {
    anchor: "newest",
    num_before: 10,
    num_after: 0,
    narrow: [
      { operator: "channel", operand: "general" },
      { operator: "topic", operand: word },
    ],
  });
  const { authorization } = owner;
  const read = await request(url, { path: file, headers: { authorization } });
  const poll = { queue_id: queueId, last_event_id: -1, dont_block: true };
  return {
    user: state.users.includes(userId),
    subscription: state.channels.includes(channelId),
    unread: state.unread.includes(messageId),
    file: read.status === 200 && read.body === word,
    questionAndAnswer: (messages as readonly unknown[]).length,
    queue: (await member.get("/events", poll))["code"] ?? "goes on",
  };
}

/** Lists users, own channels and unread messages, as a client is told. @throws Error unless two are told alike */
export async function stateOf(client: Client) {
  const [one, other] = [await client.post("/register"), await client.post("/register")];
  if (comparable(one) !== comparable(other)) throw new Error("Two clients are told differently.");
  const { realm_users, subscriptions, unread_msgs } = succeeded(one) as unknown as Registered;
  return {
    users: realm_users.map(({ user_id }) => user_id),
    channels: subscriptions.map(({ stream_id }) => stream_id),
    unread: unread_msgs.streams.flatMap(({ unread_message_ids: ids }) => ids),
  };
}

/** Lists the unread messages in channels as a search finds them. */
export async function foundUnread(client: Client): Promise<readonly number[]> {
  const { messages } = await client.get("/messages", {
    anchor: "newest",
    num_before: 5000,
    num_after: 0,
    narrow: [
      { operator: "is", operand: "unread" },
      { operator: "is", operand: "dm", negated: true },
    ],
  });
  return (messages as readonly { readonly id: number }[]).map(({ id }) => id);
}

interface Registered {
  readonly realm_users: readonly { readonly user_id: number }[];
  readonly subscriptions: readonly { readonly stream_id: number }[];
  readonly unread_msgs: {
    readonly streams: readonly { readonly unread_message_ids: readonly number[] }[];
  };
}

/** Writes what two clients that start now must both be told. */
function comparable(answer: Answer): string {
  const { last_event_id: _last, presences: _presences, queue_id: _id, ...rest } = answer;
  return JSON.stringify({ ...rest, server_timestamp: 0 });
}

function succeeded(answer: Answer): Answer {
  if (answer.result !== "success") throw new Error(JSON.stringify(answer));
  return answer;
}
