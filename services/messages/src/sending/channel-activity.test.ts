import { factsOf } from "@team-chat/contract";
import fc from "fast-check";
import { test } from "vitest";

import { ChannelActivity } from "./channel-activity.ts";

const channel = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      to: fc.array(channel, { minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({
    do: fc.constant("delete" as const),
    which: fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }),
  }),
  fc.record({ do: fc.constant("move" as const), which: fc.nat(20), to: channel }),
  fc.record({ do: fc.constant("take over" as const) }),
  fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 70_000 }) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("handle" as const), count: fc.nat(3) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Bundle {
  readonly sent: readonly (readonly [channel: number, id: number])[];
  readonly lost: readonly number[];
}

/** Two processes that send, and channels, which hears of bundles late and asks then what is so. */
class Installation {
  #at = 0;
  #lastId = 0;
  readonly #processes = [0, 1].map(() => new ChannelActivity(() => this.#at));
  #writer = 0;
  /** Channel of each message. */
  readonly #messages = new Map<number, number>();
  readonly #bundles: Bundle[] = [];
  /** First message of each channel, as channels knows it. */
  readonly known = new Map<number, number>();

  take(one: Step): void {
    if (one.do === "wait") this.#at += one.ms;
    else if (one.do === "handle") this.handle(one.count);
    else if (one.do === "send") this.#send(one.to);
    else if (one.do === "move") this.#move(one.which, one.to);
    else if (one.do === "delete") this.#delete(one.which);
    else {
      this.#writer = 1 - this.#writer;
      this.#activity.recordOther(1, null);
    }
  }

  first(ofChannel: number): number | undefined {
    return [...this.#messages].find(([, of]) => of === ofChannel)?.[0];
  }

  handle(count: number): void {
    for (const { lost, sent } of this.#bundles.splice(0, count)) {
      for (const [of, id] of sent) if (id < (this.known.get(of) ?? Infinity)) this.#ask(of);
      for (const [of, first] of this.known) if (lost.includes(first)) this.#ask(of);
    }
  }

  get #activity(): ChannelActivity {
    const activity = this.#processes[this.#writer];
    if (activity === undefined) throw new Error("There are two.");
    return activity;
  }

  #ask(of: number): void {
    const first = this.first(of);
    if (first === undefined) this.known.delete(of);
    else this.known.set(of, first);
  }

  #send(to: readonly number[]): void {
    const sent = to.map((of) => [of, (this.#lastId += 1)] as const);
    for (const [of, id] of sent) this.#messages.set(id, of);
    if (this.#activity.record(1, to)) this.#bundles.push({ sent, lost: [] });
  }

  #delete(which: readonly number[]): void {
    const ids = [...this.#messages.keys()];
    const lost = which.flatMap((index) => ids[index] ?? []);
    for (const id of lost) this.#messages.delete(id);
    this.#change("delete_message", { sent: [], lost });
  }

  #move(which: number, to: number): void {
    const id = [...this.#messages.keys()][which];
    if (id === undefined) return;
    this.#messages.set(id, to);
    this.#change("update_message", { sent: [[to, id]], lost: [id] });
  }

  #change(type: string, bundle: Bundle): void {
    this.#activity.recordOther(1, factsOf([{ event: { type } }]));
    this.#bundles.push(bundle);
  }
}

test("the channels service ends with what is so, however late it is sent the bundles that it has to be sent (docs/subsystems/channels.md)", ({
  expect,
}) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const installation = new Installation();
      for (const one of steps) installation.take(one);
      installation.handle(Infinity);
      for (const id of [1, 2, 3]) expect(installation.known.get(id)).toBe(installation.first(id));
    }),
  );
});

test("the channels service is sent a bundle again after a minute of messages", ({ expect }) => {
  let at = 0;
  const activity = new ChannelActivity(() => at);
  const isNew = [0, 1, 60_000, 60_001, 60_002].map((ms) => {
    at = ms;
    return activity.record(1, [1]);
  });
  expect(isNew).toEqual([true, false, false, true, false]);
});

test("direct messages need not be sent to the channels service, and organizations are apart", ({
  expect,
}) => {
  const activity = new ChannelActivity();
  const isNew = [
    activity.record(1, [null]),
    activity.record(1, [5]),
    activity.record(2, [5]),
    activity.record(1, [null, 5]),
    activity.record(1, [5, 6]),
  ];
  expect(isNew).toEqual([false, true, true, false, true]);
});
