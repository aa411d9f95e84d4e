import zulipInit from "zulip-js";

const realm = process.env.SITE ?? "http://localhost:9991";
const password = "correct-horse-battery";
const member = await zulipInit({ username: "member@example.com", password, realm });
const member2 = await zulipInit({ username: "member2@example.com", password, realm });

await member.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: "general" }]) });
const queue = await member.queues.register({ event_types: ["message"] });
await member2.messages.send({
  type: "stream",
  to: "general",
  topic: "hello",
  content: "@**Echo Bot** good morning",
});

let last = queue.last_event_id;
for (let heard = 0; heard < 2;) {
  const poll = { queue_id: queue.queue_id, last_event_id: last };
  for (const event of (await member.events.retrieve(poll)).events) {
    last = event.id;
    if (event.type !== "message") continue;
    heard += 1;
    console.log(`${event.message.sender_full_name}: ${event.message.content}`);
  }
}
