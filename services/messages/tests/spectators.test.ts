// Reading without credentials (docs/behaviour/events.md#spectators).
import { getMessage, getMessages } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "./realm.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
  realm.data.setSetting("enable_spectator_access", true);
  realm.data.setChannel(5, { name: "open", isWebPublic: true });
  realm.data.setMembership(1, 5);
});

const webPublic = ["channels", "web-public"];
const refusal = {
  code: "UNAUTHORIZED",
  message: "Not logged in: API authentication or user session required",
};

function anonymous(target = realm) {
  const ref = { id: target.id, subdomain: `realm${target.id}`, url: "http://localhost" };
  return { kind: "anonymous", realm: ref, client: "test" } as const;
}

function fetch(narrow: readonly unknown[], target = realm) {
  const asked = { anchor: "newest", num_before: 100, narrow: [...narrow] };
  return world().pool.request(getMessages, anonymous(target), asked, { realmId: target.id });
}

const fetchOne = (id: number) =>
  world().pool.request(getMessage, anonymous(), { message_id: id }, { realmId: realm.id });

describe("whoever has no account (docs/behaviour/narrows.md#narrows-without-an-account)", () => {
  test("people without an account are refused where the organization or the narrow does not allow them", async ({
    expect,
  }) => {
    for (const narrow of [
      [],
      [["channel", "open"]],
      [{ operator: "channels", operand: "web-public", negated: true }],
      [webPublic, ["is", "dm"]],
      [webPublic, ["is", "unread"]],
      [webPublic, ["in", "all"]],
      [webPublic, { operator: "in", operand: "home", negated: true }],
      [webPublic, { operator: "dm", operand: [1] }],
      [webPublic, ["dm-including", "user1@example.com"]],
    ])
      await expect(fetch(narrow), JSON.stringify(narrow)).rejects.toMatchObject(refusal);
    realm.data.setSetting("enable_spectator_access", false);
    await expect(fetch([webPublic])).rejects.toMatchObject(refusal);
    realm.data.setSetting("enable_spectator_access", true);
    realm.data.setChannel(5, { isArchived: true });
    await expect(fetch([webPublic])).rejects.toMatchObject(refusal);
    await expect(fetchOne(1)).rejects.toMatchObject(refusal);
  });

  test("people without an account read web-public channels only, and have read everything", async ({
    expect,
  }) => {
    const open = await realm.send("alice", {
      to: "open",
      topic: "boats",
      content: "@**all** a boat",
    });
    const done = await realm.send("alice", { to: "open", topic: "✔ done" });
    const closed = await realm.send("alice", { content: "a boat" });
    const ids = async (...narrow: readonly unknown[]) => {
      const { messages } = await fetch([webPublic, ...narrow]);
      for (const { flags } of messages) expect(flags).toEqual(["read"]);
      return messages.map(({ id }) => id);
    };
    expect(await ids()).toEqual([open, done]);
    expect(await ids(["in", "home"])).toEqual([open, done]);
    expect(await ids(["is", "resolved"])).toEqual([done]);
    expect(await ids(["search", "boat"])).toEqual([open]);
    expect(await ids(["channel", "open"], ["topic", "boats"])).toEqual([open]);
    expect(await ids(["with", String(done)])).toEqual([done]);
    expect(await ids(["sender", "user1@example.com"], ["has", "link"])).toEqual([]);
    for (const hidden of ["general", "nowhere"])
      await expect(ids(["channel", hidden])).rejects.toMatchObject({
        code: "BAD_NARROW",
        message: `Invalid narrow operator: unknown channel ${hidden}`,
      });
    await expect(ids(["with", String(closed)])).rejects.toMatchObject({ code: "BAD_NARROW" });
    realm.data.setChannel(6, { name: "past", isWebPublic: true });
    await realm.send("alice", { to: "past" });
    realm.data.setChannel(6, { isArchived: true });
    expect(await ids()).toEqual([open, done]);
  });

  test("people without an account begin at the newest, having nothing unread", async ({
    expect,
  }) => {
    await realm.send("alice", { to: "open" });
    const asked = { anchor: "first_unread", num_before: 1, narrow: [webPublic] };
    const { anchor, messages } = await world().pool.request(getMessages, anonymous(), asked, {
      realmId: realm.id,
    });
    expect([anchor, messages.length]).toEqual([10_000_000_000_000_000, 1]);
  });

  test("people without an account get one message by its id if its channel is web-public", async ({
    expect,
  }) => {
    const open = await realm.send("alice", { to: "open", content: "*hi*" });
    const closed = await realm.send("alice");
    expect(await fetchOne(open)).toMatchObject({
      raw_content: "*hi*",
      message: { id: open, flags: ["read"], content: "<p><em>hi</em></p>" },
    });
    for (const id of [closed, 999_999])
      await expect(fetchOne(id)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Invalid message(s)",
      });
  });
});
