import { listAuditDestinations } from "@team-chat/contract";
import { answer, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Siem } from "./siem.ts";

const world = useWorld(() => World.create());

describe("listing where the audit log is sent (docs/behaviour/audit.md#sending)", () => {
  test("nobody but owners sees where the audit log is sent", async ({ expect }) => {
    await expect(world().request("admin", listAuditDestinations, {})).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
  });

  test("the list tells how far each has the log, and why the latest try had no success", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const cursor = await siem.end();
    const { id } = await siem.add({ cursor, authorization: "Bearer x" });
    await siem.settle();
    const second = expect.any(Number) as number;
    const listed = {
      id,
      name: "SIEM",
      url: siem.receiver.url,
      has_authorization: true,
      state: "working",
      cursor: await siem.end(),
      created_at: second,
      last_success_at: second,
      failing_since: null,
      last_failure: null,
    };
    expect(await siem.list()).toEqual([listed]);
    siem.receiver.plays(answer(403));
    await siem.write("refused");
    await siem.settle();
    expect(await siem.list()).toEqual([
      { ...listed, state: "failing", failing_since: second, last_failure: "It answered 403." },
    ]);
    expect(
      await world().request(world().acmeOwner.identity, listAuditDestinations, {}),
    ).toMatchObject({ destinations: [] });
  });
});
