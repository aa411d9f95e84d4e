import { packMessages, type WideMessage } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, test } from "vitest";

import { pollThrough, registerThrough } from "./calls.ts";
import { messageFor, userOf, World } from "./world.ts";

const alice = userOf(1);
const world = useWorld(() => World.create());
let pool: ServiceClient;

beforeAll(async () => {
  ({ pool } = await world().start());
});

test.for([{}, { apply_markdown: true }, { client_gravatar: false }])(
  "clients get the same of packed events as of events in full: %o (docs/subsystems/messages.md, The event)",
  async (params, { expect }) => {
    const queueId = await registerThrough(pool, alice, { all_public_streams: true, ...params });
    const { audience, event } = messageFor([1]);
    const { id, timestamp, ...message } = event["message"] as WideMessage;
    const flags = { 1: ["read"] };
    const internal = { mentionedUserIds: [], senderIsBot: false };
    const { after, tails } = packMessages([
      { audience, message, flags, internal },
      { audience: { to: "users", ids: [2] }, publicChannel: true, message, internal },
    ]);
    const head = `{"event":{"type":"message","message":{"id":${id},"timestamp":${timestamp},`;
    const events = tails.map((tail) => `${head}${tail}`).join(",");
    await world().publish([{ audience, event, flags }]);
    await world().publishText(
      `{"service":"messages","realm":1,"xid":"1000","events":[${events}]${after}}`,
    );
    await world().settle();
    const [full, ...opened] = await pollThrough(pool, queueId, { caller: alice });
    expect(full).toMatchObject({ type: "message", flags: ["read"] });
    const own1 = { ...full, id: 0 };
    expect(opened.map((one) => ({ ...one, id: 0 }))).toEqual([own1, { ...own1, flags: [] }]);
  },
);
