import { useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { listener, Mailings, other, reader } from "./mailings.ts";
import { channelMessage, directMessage } from "./messages.ts";

const mailings = useWorld(() => Mailings.open());
const minuteMs = 60_000;

afterEach(() => mailings().clear());

const busy = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => channelMessage({ id: from + at }));

describe("e-mail about a topic in which much is written (docs/behaviour/mail.md#missed-messages)", () => {
  test("people who are away get e-mail of the first two hundred messages, and of all that are for them alone", async ({
    expect,
  }) => {
    const { world } = mailings();
    world.peers.listeners.push(listener(reader, { policy: 3 }), listener(other, { policy: 3 }));
    await mailings().sends(busy(1, 150), { receivers: [reader, other] });
    await mailings().sends(busy(151, 100), { receivers: [reader, other] });
    await mailings().sends(busy(251, 1), { receivers: [reader, other], mentions: [other] });
    await mailings().sends([directMessage([reader], { id: 252, recipient_id: 78 })], {
      receivers: [reader],
    });
    // The reader also of 251, which comes alone.
    expect(await world.missed()).toBe(403);
    await world.pass(2 * minuteMs);
    const ofReader = mailings()
      .mailed()
      .filter((one) => one.startsWith(`${reader}:`));
    expect(new Set(ofReader.map((one) => one.split(",").length))).toEqual(new Set([1, 200]));
    expect(await world.missed()).toBe(0);
  });

  test("a quieter topic is told of beside a busy one, though nobody is told of more of that", async ({
    expect,
  }) => {
    const { world } = mailings();
    world.peers.listeners.push(listener(reader, { policy: 3 }));
    await mailings().sends(busy(1, 300), { receivers: [reader] });
    const quiet = channelMessage({ id: 301, subject: "quiet" });
    await mailings().sends([...busy(302, 50), quiet], { receivers: [reader] });
    expect(await world.missed()).toBe(202);
    await world.pass(2 * minuteMs);
    expect(mailings().mailed()).toContain(`${reader}: 301`);
  });

  test("whoever wrote hundreds of messages is told of the answer that came right after them", async ({
    expect,
  }) => {
    const { world } = mailings();
    world.peers.listeners.push(listener(reader, { policy: 3 }), listener(other, { policy: 3 }));
    const own = busy(1, 250).map((message) => ({ ...message, sender_id: reader }));
    const answer = channelMessage({ id: 251, sender_id: other });
    await mailings().sends([...own, answer], { receivers: [reader, other] });
    expect(await world.missed()).toBe(201);
    await world.pass(2 * minuteMs);
    expect(mailings().mailed()).toContain(`${reader}: 251`);
  });

  test("people get another e-mail of what is written after one", async ({ expect }) => {
    const { world } = mailings();
    world.peers.listeners.push(listener(reader, { policy: 3 }));
    await mailings().sends(busy(1, 201), { receivers: [reader] });
    await world.pass(2 * minuteMs);
    await mailings().sends(busy(301, 1), { receivers: [reader] });
    await world.pass(2 * minuteMs);
    expect(mailings().mailed().at(-1)).toBe(`${reader}: 301`);
  });
});
