import type { ExpectStatic } from "vitest";

import type { Look } from "./acts.ts";
import type { Model, Person } from "./model.ts";
import { expectedIds, isMuted, narrows } from "./narrows.ts";
import { nthOf, type Stage } from "./perform.ts";

/** Every narrow finds for the user what the recount does, with the same flags. */
export async function compareNarrows(
  { realm, model }: Stage,
  user: Person,
  expect: ExpectStatic,
): Promise<void> {
  for (const narrow of narrows) {
    const asked = { narrow: [...narrow.terms] };
    if (isUnknown(narrow, model, user)) {
      await expect(realm.fetch(user, asked)).rejects.toMatchObject({ code: "BAD_NARROW" });
      continue;
    }
    const { messages } = await realm.fetch(user, asked);
    const ids = expectedIds(narrow, { model, user, data: realm.data });
    const what = `user ${user}, ${JSON.stringify(narrow.terms)}`;
    expect(
      messages.map(({ id }) => id),
      what,
    ).toEqual(ids);
    for (const { id, flags } of messages)
      expect(flags, `${what}, message ${id}`).toEqual(flagsOf(model, user, id));
  }
}

/** Whoever has no account sees what web-public channels have, as read. */
export async function compareSpectator(
  { realm, model }: Stage,
  expect: ExpectStatic,
): Promise<void> {
  const open = model.all().filter(({ channel }) => {
    return channel !== null && model.privacy.get(channel) === "web-public";
  });
  const seen = await realm.fetchUnnamed([["channels", "web-public"]]).catch((error: unknown) => {
    // Without a single web-public channel there is nothing for them at all.
    expect([...model.privacy.values()]).not.toContain("web-public");
    expect(error).toMatchObject({ code: "UNAUTHORIZED" });
  });
  if (seen === undefined) return;
  expect(seen.messages.map(({ id, flags }) => [id, flags])).toEqual(
    open.map(({ id }) => [id, ["read"]]),
  );
}

/** Compares the user's unread and starred messages in the initial data. */
export async function compareRegister(
  { realm, model }: Stage,
  user: Person,
  expect: ExpectStatic,
): Promise<void> {
  const { unread_msgs: unread, starred_messages: starred } = await realm.register(user);
  const all = model.all().filter((message) => model.isUnread(user, message));
  const view = { model, user, data: realm.data };
  const found = [...unread.streams, ...unread.pms, ...unread.huddles];
  const ids = (some: readonly { readonly id: number }[]) => some.map(({ id }) => id);
  const listed = found.flatMap(({ unread_message_ids: some }) => some);
  expect(
    listed.toSorted((a, b) => a - b),
    `unread of ${user}`,
  ).toEqual(ids(all));
  expect(unread.count, `count of ${user}`).toBe(
    all.filter((message) => !isMuted(message, view)).length,
  );
  const mentions = all.filter((message) => model.isMentioned(user, message));
  expect(unread.mentions, `mentions of ${user}`).toEqual(ids(mentions));
  for (const { stream_id, topic, unread_message_ids: some } of unread.streams) {
    const there = all.filter(
      (message) =>
        message.channel === stream_id && message.topic.toLowerCase() === topic.toLowerCase(),
    );
    expect(some, `${stream_id} ${topic} of ${user}`).toEqual(ids(there));
  }
  const stars = model.all().filter((message) => model.isStarred(user, message));
  expect(starred, `starred of ${user}`).toEqual(ids(stars));
}

/** A page around a message, with what is said of its place (docs/behaviour/narrows.md#anchors). */
export async function compareLook(
  { realm, model }: Stage,
  { person: user, narrow: index, nth, before, after, include }: Look,
  expect: ExpectStatic,
): Promise<void> {
  const narrow = narrows[index % narrows.length];
  const anchor = nthOf(model, nth)?.id;
  if (!narrow || anchor === undefined || isUnknown(narrow, model, user)) return;
  const isIncluded = include || (before > 0 && after > 0);
  const { messages, ...facts } = await realm.fetch(user, {
    narrow: [...narrow.terms],
    anchor: String(anchor),
    num_before: before,
    num_after: after,
    include_anchor: isIncluded,
  });
  const all = expectedIds(narrow, { model, user, data: realm.data });
  const older = all.filter((id) => id < anchor).slice(before === 0 ? all.length : -before);
  const newer = all.filter((id) => id > anchor).slice(0, after);
  const found = isIncluded && all.includes(anchor);
  expect(messages.map(({ id }) => id)).toEqual([...older, ...(found ? [anchor] : []), ...newer]);
  expect(facts).toMatchObject({
    anchor,
    found_anchor: found,
    found_oldest: older.length < before,
    found_newest: newer.length < after,
  });
}

/** An administrator, who knows of all channels (model.test.ts). */
const administrator: Person = 1;

/** Tells whether it names a channel that the user may not know of. */
function isUnknown(
  { channel }: { readonly channel?: number },
  model: Model,
  user: Person,
): boolean {
  return channel !== undefined && user !== administrator && !model.mayAccess(user, channel);
}

function flagsOf(model: Model, user: Person, id: number): readonly string[] {
  const message = model.messages.get(id);
  return message ? model.flags(user, message) : [];
}
