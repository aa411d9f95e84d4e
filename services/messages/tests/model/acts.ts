import fc from "fast-check";

import { people, words } from "./model.ts";

const person = fc.constantFrom(...people);
/** Most goes on where everybody is at first. */
const channel = fc.constantFrom(1, 1, 2, 3, 5);
const topic = fc.constantFrom("a", "A", "b", "✔ c");
const mention = fc.constantFrom(null, null, "all" as const, ...people);
/** Counts from the newest message backwards. */
const nth = fc.nat({ max: 12 });

function named<K extends string>(kind: K) {
  return { kind: fc.constant(kind) };
}

/** Action of a user; one that is not allowed is refused, and nothing changes. */
export const act = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...named("send"),
      person,
      channel,
      topic,
      mention,
      word: fc.constantFrom(...words),
      read: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...named("direct"),
      person,
      others: fc.uniqueArray(person, { minLength: 1, maxLength: 3 }),
      read: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...named("subscribe"), person, channel, on: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...named("mark"),
      person,
      flag: fc.constantFrom("read", "starred", "collapsed"),
      op: fc.constantFrom("add", "remove"),
      nths: fc.uniqueArray(nth, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...named("readAll"), person }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...named("move"),
      nth,
      channel,
      topic: fc.constantFrom("a", "b"),
      mode: fc.constantFrom("change_one", "change_later", "change_all"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...named("edit"), nth, mention }) },
  { weight: 2, arbitrary: fc.record({ ...named("delete"), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...named("policy"),
      person,
      channel,
      topic,
      policy: fc.constantFrom(0, 1, 2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...named("privacy"),
      channel,
      privacy: fc.constantFrom("web-public", "public", "shared", "protected"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ ...named("words"), person, words: fc.subarray([...words]) }),
  },
  { weight: 1, arbitrary: fc.record({ ...named("mute"), person, channel, on: fc.boolean() }) },
);

type Made<T> = T extends fc.Arbitrary<infer A> ? A : never;

export type Act = Made<typeof act>;

/** A look at some messages around one. */
export const look = fc.record({
  person,
  narrow: fc.nat({ max: 30 }),
  nth,
  before: fc.nat({ max: 4 }),
  after: fc.nat({ max: 4 }),
  include: fc.boolean(),
});

export type Look = Made<typeof look>;
