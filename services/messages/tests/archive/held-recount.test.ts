// Exports of legal holds have exactly what a plain recount of everything that happened says.
import { deleteMessage, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import fc from "fast-check";
import { test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { type HoldArchive, HoldExports } from "./hold-exports.ts";

const world = useWorld(() => World.create());

const user = fc.constantFrom(1, 2, 3);
const channel = fc.constantFrom(1, 2);
const nth = fc.nat({ max: 20 });
const act = fc.oneof(
  fc.record({ kind: fc.constant("send" as const), user, channel }),
  fc.record({
    kind: fc.constant("direct" as const),
    user,
    to: fc.subarray([1, 2, 3], { minLength: 1 }),
  }),
  fc.record({ kind: fc.constant("edit" as const), nth }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("move" as const), nth, channel }) },
  fc.record({ kind: fc.constant("delete" as const), nth }),
  fc.record({ kind: fc.constant("archive" as const), channel: fc.constant(2) }),
);
const held = fc.oneof(fc.record({ user_id: user }), fc.record({ stream_id: channel }));

/** A message as whoever only watched knows it. */
interface Seen {
  readonly id: number;
  readonly sender: number;
  /** Channels in which it was, the last one last; empty for a direct message. */
  readonly channels: number[];
  readonly people: readonly number[];
  /** Everything that it ever said, the last first. */
  readonly texts: string[];
  isDeleted: boolean;
}

/** Does it, and notes it unless it is refused. */
async function perform(
  realm: Realm,
  seen: Seen[],
  done: typeof act extends fc.Arbitrary<infer A> ? A : never,
) {
  const text = `text ${seen.length} ${Math.random()}`;
  if (done.kind === "archive") {
    realm.data.setChannel(done.channel, { isArchived: true });
    return;
  }
  if (done.kind === "send" || done.kind === "direct") {
    const people = done.kind === "direct" ? [...new Set([done.user, ...done.to])] : [];
    const id =
      done.kind === "direct"
        ? await realm.direct(done.user, done.to, text)
        : await realm
            .send(done.user, { to: String(done.channel), content: text })
            .catch(() => null);
    if (id === null) return;
    const channels = done.kind === "send" ? [done.channel] : [];
    seen.push({ id, sender: done.user, channels, people, texts: [text], isDeleted: false });
    return;
  }
  const there = seen.filter(
    ({ channels, isDeleted }) => !isDeleted && (done.kind !== "move" || channels.length > 0),
  );
  const chosen = there[done.nth % (there.length || 1)];
  if (chosen === undefined) return;
  await change(realm, chosen, { ...done, text });
}

async function change(
  realm: Realm,
  chosen: Seen,
  done: { kind: "edit" | "delete"; text: string } | { kind: "move"; channel: number; text: string },
) {
  const message = { message_id: chosen.id };
  if (done.kind === "edit") {
    const asked = { ...message, content: done.text };
    const isDone = await realm.request(chosen.sender, updateMessage, asked).then(...yesOrNo);
    if (isDone) chosen.texts.unshift(done.text);
  } else if (done.kind === "move") {
    const asked = { ...message, stream_id: done.channel };
    const isDone = await realm.request("alice", updateMessage, asked).then(...yesOrNo);
    if (isDone) chosen.channels.push(done.channel);
  } else {
    chosen.isDeleted = await realm.request("alice", deleteMessage, message).then(...yesOrNo);
  }
}

const yesOrNo = [() => true, () => false] as const;

/** Tells whether the hold covers it (docs/behaviour/moderation.md#legal-holds). */
function isMeant(seen: Seen, of: { user_id?: number; stream_id?: number }): boolean {
  if (of.stream_id !== undefined) return seen.channels.includes(of.stream_id);
  return seen.sender === of.user_id || seen.people.includes(of.user_id ?? 0);
}

/** Ids and everything that each message ever said, by the archive. */
function shown(archive: HoldArchive, kind: "messages" | "deleted_messages") {
  return archive.messages(kind).map(({ content, edit_history: history, id }) => ({
    id,
    texts: [
      content,
      ...history.flatMap(({ prev_content: text }) => (text === undefined ? [] : [text])),
    ],
  }));
}

test("an export has exactly what the hold covers (docs/legal-holds.md#what-an-export-has)", async ({
  expect,
}) => {
  const exports = new HoldExports(world());
  const property = fc.asyncProperty(
    fc.array(act, { minLength: 15, maxLength: 30, size: "max" }),
    held,
    async (acts, of) => {
      world().clock.aheadMs = 0;
      const realm = exports.realm();
      for (const member of [1, 2, 3]) realm.data.setMembership(member, 2);
      const holdId = await exports.begin(realm, of);
      const seen: Seen[] = [];
      for (const one of acts) await perform(realm, seen, one);
      // All that the hold does not keep is gone by then.
      await world().daysLater(40);
      const archive = await exports.fetch(realm, holdId);
      const recount = (isDeleted: boolean) =>
        seen
          .filter((one) => one.isDeleted === isDeleted && isMeant(one, of))
          .map(({ id, texts }) => ({ id, texts }))
          .toSorted((a, b) => a.id - b.id);
      expect(shown(archive, "messages")).toEqual(recount(false));
      expect(shown(archive, "deleted_messages")).toEqual(recount(true));
    },
  );
  await fc.assert(property, { numRuns: 15 });
});
