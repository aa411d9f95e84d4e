import zulipInit from "zulip-js";

const realm = process.env.SITE;
const password = "correct-horse-battery";
const member = await zulipInit({ username: "member@example.com", password, realm });
const member2 = await zulipInit({ username: "member2@example.com", password, realm });

/** Registers with `event_types` null and never ends, so messages are sent until one is heard. */
const heard = Promise.withResolvers();
void member.callOnEachEvent((event) => {
  if (event.type === "message") heard.resolve(event);
});
const greeting = { type: "stream", to: "general", topic: "tour", content: "hello **js**" };
let sent = Promise.resolve(null);
const greet = () => (sent = member2.messages.send(greeting).then(() => null));
while ((await Promise.race([heard.promise, greet()])) === null);
// What is looked for below is newer than all of these.
await sent;

const { users } = member;
const profile = await users.me.getProfile();
const { stream_id } = await member.streams.getStreamId("general");
const direct = { type: "direct", to: [profile.user_id], content: "ids as an array" };
const range = { anchor: "newest", num_before: 1, num_after: 0 };
const narrow = [{ operator: "sender", operand: "member2@example.com" }];
const queue = await member.queues.register({ event_types: ["message"] });
const ended = await member.queues.deregister({ queue_id: queue.queue_id });
const poll = { queue_id: queue.queue_id, last_event_id: -1, dont_block: true };
const { queue_id: _, ...dead } = await member.events.retrieve(poll);

const told = {
  settings: (await member.server.settings()).realm_name,
  event: (await heard.promise).message.content,
  sent: (await member2.messages.send(direct)).result,
  fetched: (await member.messages.retrieve({ ...range, narrow })).messages.map(
    (one) => one.content,
  ),
  flagged: (await member.messages.flags.add({ messages: [1], flag: "read" })).messages,
  streams: (await member.streams.retrieve()).streams.map((one) => one.name),
  subscriptions: (await member.streams.subscriptions.retrieve()).subscriptions.length,
  topics: (await member.streams.topics.retrieve({ stream_id })).topics.map((one) => one.name),
  users: (await users.retrieve({ client_gravatar: true })).members.map((one) => one.full_name),
  created: (await users.create({ email: "x@example.com", password, full_name: "X Y" })).code,
  removed: (await users.me.subscriptions.remove({ subscriptions: JSON.stringify(["engineering"]) }))
    .removed,
  ended: ended.result,
  dead: dead.code,
  unknown: (await users.me.pointer.retrieve()).code,
  noChannel: (await member.messages.send({ ...greeting, to: "nowhere" })).code,
};
console.log(JSON.stringify(told));
// The loop above never ends by itself.
process.exit(0);
