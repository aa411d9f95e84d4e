import { verifyAuditLog } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("GET /audit_log/verification (docs/behaviour/audit.md#verification)", () => {
  test("nobody but administrators has the audit log verified", async ({ expect }) => {
    await expect(world().request("alice", verifyAuditLog, {})).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
  });

  test("nothing is said to be whole when another service does not answer", async ({ expect }) => {
    const alone = await world().addProcess({ CHANNELS_URL: "http://127.0.0.1:9" });
    const { identity } = world().people.admin;
    await expect(
      alone.request(verifyAuditLog, identity, {}, { realmId: world().realm.id }),
    ).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("the chains of all services are verified, and an entry that somebody altered is named", async ({
    expect,
  }) => {
    const verify = async () => (await world().request("admin", verifyAuditLog, {})).chains;
    const peers = { entries: 2, last: 2, head: "ab", broken: null };
    const [own] = await verify();
    expect(await verify()).toEqual([
      { service: "users", entries: own?.last, last: own?.last, head: own?.head, broken: null },
      { service: "channels", ...peers },
      { service: "messages", ...peers },
    ]);
    await world().database.query(sql.unsafe`
      update audit_entry set actor = '{"user_id": 1}' where realm_id = ${world().realm.id} and position = 2`);
    expect((await verify())[0]).toMatchObject({ entries: 1, broken: 2 });
  });
});
