import { describe, test } from "vitest";

import type { DomainEvent } from "../bundle.ts";
import { factsOf, hasType, readFacts } from "./bundle-facts.ts";

type Announced = Pick<DomainEvent, "event" | "internal">;

const quoted = '"mentionedUserIds":[20],"stream_id":9,"type":"delete_message"';

function sent(fields: object, mentionedUserIds: readonly number[] = []): Announced {
  const message = { id: 5, content: quoted, ...fields };
  return {
    event: { type: "message", message },
    internal: { mentionedUserIds, senderIsBot: false },
  };
}

describe("the facts of a bundle", () => {
  test("the facts of a bundle name each type of its events and each channel that got messages once", ({
    expect,
  }) => {
    const events = [
      sent({ stream_id: 7 }),
      { event: { type: "reaction" } },
      sent({ stream_id: 7 }),
    ];
    const eventTypes = ["message", "reaction"];
    expect(factsOf(events)).toEqual({ eventTypes, mayReachBots: false, channelIds: [7] });
  });

  test("the facts of a bundle say that a bot may be reached when somebody is mentioned or written to (docs/behaviour/webhooks.md#what-calls-a-bot)", ({
    expect,
  }) => {
    const nobody = sent({ stream_id: 7 });
    expect(factsOf([nobody, sent({ stream_id: 7 }, [20])]).mayReachBots).toBe(true);
    expect(factsOf([nobody, sent({})])).toMatchObject({ mayReachBots: true, channelIds: [7] });
    expect(factsOf([{ event: nobody.event }]).mayReachBots).toBe(true);
  });

  test("facts of a bundle stay what they are when written as JSON, and are none when there are none", ({
    expect,
  }) => {
    const facts = factsOf([sent({ stream_id: 7 })]);
    expect(readFacts(JSON.stringify(facts))).toEqual(facts);
    for (const text of [null, "", "{}"]) expect(readFacts(text)).toBeNull();
  });

  test("facts tell bundles that have an event of some type from others", ({ expect }) => {
    const isMessage = hasType(new Set(["message", "reaction"]));
    expect(isMessage(factsOf([{ event: { type: "stream" } }]))).toBe(false);
    expect(isMessage(factsOf([{ event: { type: "stream" } }, sent({})]))).toBe(true);
  });
});
