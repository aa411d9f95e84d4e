import { type InputOf, listAuditLog, updateAuditDestination } from "@team-chat/contract";
import { answer, Receiver, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { isSigned, Siem } from "./siem.ts";

const world = useWorld(() => World.create());

type Change = Omit<InputOf<typeof updateAuditDestination>, "destination_id">;

const update = (id: number, change: Partial<Change>, as: "admin" | "owner" = "owner") =>
  world().request(as, updateAuditDestination, { destination_id: id, ...change });

describe("changing where the audit log is sent (docs/behaviour/audit.md#sending)", () => {
  test("nobody but owners changes where the audit log is sent", async ({ expect }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add();
    await expect(update(id, { name: "Mine" }, "admin")).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
    expect(await siem.list()).toMatchObject([{ name: "SIEM" }]);
  });

  test("a destination that there is none of, and values that will not do, are refused", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add({ authorization: "Bearer x" });
    const otherServer = "authorization: give it as well, since the address is on another server.";
    for (const [of, change, message] of [
      [id + 1000, { name: "Mine" }, "There is no such destination."],
      [id, { name: "" }, "name: it has 1 to 60 characters."],
      [id, { url: "https://10.0.0.1/" }, "url: the address is not allowed."],
      [id, { authorization: "ä" }, "authorization: it must be of printable ASCII characters."],
      [id, { url: "https://elsewhere.example.com/" }, otherServer],
    ] as const)
      await expect(update(of, change)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await expect(
      world().request(world().acmeOwner.identity, updateAuditDestination, { destination_id: id }),
    ).rejects.toMatchObject({ message: "There is no such destination." });
    expect(await siem.list()).toMatchObject([{ name: "SIEM", has_authorization: true }]);
  });

  test("the log goes on at another address where it stopped, signed with the same secret", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    await using other = await Receiver.start();
    const { id, secret } = await siem.add({ authorization: "Bearer one" });
    await siem.settle();
    await update(id, { name: "Other", url: other.url, authorization: "" });
    await siem.settle();
    const [first] = other.requests;
    expect(other.requests).toHaveLength(1);
    expect(first?.headers.authorization).toBeUndefined();
    expect(first && isSigned(first, secret)).toBe(true);
    expect(first?.body.split("\n")).toHaveLength(2);
    expect(first?.body).toContain("updateAuditDestination");
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    expect(entries[0]?.changes).toEqual([
      {
        object: "audit_destination",
        key: { destination_id: id },
        before: { name: "SIEM", url: "(hidden)", sealed: "(hidden)" },
        after: { name: "Other", url: "(hidden)", sealed: "(hidden)" },
      },
    ]);
  });

  test("nothing is sent while it is paused, and everything afterwards", async ({ expect }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add({ cursor: await siem.end() });
    await siem.settle();
    const { length } = siem.receiver.requests;
    await update(id, { is_paused: true });
    await siem.write("meanwhile");
    await siem.settle();
    expect(siem.receiver.requests).toHaveLength(length);
    expect(await siem.list()).toMatchObject([{ state: "paused" }]);
    await update(id, { is_paused: false });
    await siem.settle();
    expect(siem.lines.slice(-3).map(({ operation }) => operation)).toEqual([
      "updateAuditDestination",
      "",
      "updateAuditDestination",
    ]);
    expect(await siem.list()).toMatchObject([{ state: "working" }]);
  });

  test("a destination that failed is tried at once when it was changed", async ({ expect }) => {
    await using siem = await Siem.start(world());
    siem.receiver.plays(answer(401));
    const { id } = await siem.add({ authorization: "Bearer old" });
    await siem.settle();
    expect(await siem.list()).toMatchObject([
      { state: "failing", last_failure: "It answered 401." },
    ]);
    siem.receiver.plays(answer(200));
    await update(id, { authorization: "Bearer new" });
    await siem.settle();
    expect(siem.receiver.requests.at(-1)?.headers.authorization).toBe("Bearer new");
    expect(await siem.list()).toMatchObject([{ state: "working", last_failure: null }]);
  });
});
