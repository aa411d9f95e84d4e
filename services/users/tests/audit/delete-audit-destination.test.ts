import { deleteAuditDestination, listAuditLog } from "@team-chat/contract";
import { hang, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Siem } from "./siem.ts";

const world = useWorld(() => World.create());

const remove = (id: number, as: "admin" | "owner" = "owner") =>
  world().request(as, deleteAuditDestination, { destination_id: id });

describe("sending the audit log no more (docs/behaviour/audit.md#sending)", () => {
  test("nobody but owners ends it, and one that there is none of is refused", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add();
    await expect(remove(id, "admin")).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
    const { acmeOwner, people } = world();
    for (const [by, destination_id] of [
      [people.owner, id + 1000],
      [acmeOwner, id],
    ] as const)
      await expect(
        world().request(by.identity, deleteAuditDestination, { destination_id }),
      ).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "There is no such destination.",
      });
    expect(await siem.list()).toMatchObject([{ id }]);
  });

  test("nothing is sent there any more, also when it ends while something is under way", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    siem.receiver.plays(hang);
    const { id } = await siem.add();
    await siem.pass();
    await siem.receiver.hasGot(1);
    await remove(id);
    expect(await siem.list()).toEqual([]);
    await siem.write("later");
    await siem.settle();
    expect(siem.receiver.requests).toHaveLength(1);
    const { entries } = await world().request("owner", listAuditLog, { limit: 2 });
    expect(entries[1]).toMatchObject({
      operation: "deleteAuditDestination",
      changes: [
        { object: "audit_destination", key: { destination_id: id }, before: { name: "SIEM" } },
      ],
    });
  });
});
