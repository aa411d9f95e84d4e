import { test } from "vitest";

import { Roll } from "./members.ts";

function rollAt() {
  const clock = { now: 0 };
  const roll = new Roll(() => clock.now);
  const say = (id: string, leaving = false) =>
    roll.hear({ id, linkUrl: `link://${id}:1`, httpUrl: `http://${id}:2` }, leaving);
  return { clock, roll, say, ids: () => roll.members.map(({ id }) => id) };
}

test("a member is there from its first word until it says that it leaves", ({ expect }) => {
  const { say, ids } = rollAt();
  expect(say("b")).toBe(true);
  expect(say("a")).toBe(true);
  expect(say("a")).toBe(false);
  expect(ids()).toEqual(["a", "b"]);
  expect(say("a", true)).toBe(true);
  expect(say("a", true)).toBe(false);
  expect(ids()).toEqual(["b"]);
});

test("a member that is silent while another speaks is dead within two seconds and a half", ({
  expect,
}) => {
  const { clock, say, ids } = rollAt();
  say("a");
  for (clock.now = 400; clock.now <= 2400; clock.now += 1000) say("b");
  expect(ids()).toEqual(["b"]);
});

test("nobody is dead because nobody is heard", ({ expect }) => {
  const { clock, say, ids } = rollAt();
  say("a");
  clock.now = 500;
  say("b");
  clock.now = 60_000;
  say("b");
  expect(ids()).toEqual(["a", "b"]);
});
