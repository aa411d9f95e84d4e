import { listAuditLog } from "@team-chat/contract";
import { Receiver, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { askOperator, operatorKeys } from "../ask-operator.ts";
import { World } from "../world.ts";
import { isSigned } from "./siem.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));

const path = () => `/organizations/${world().realm.id}/audit_destinations`;
const removal = () => `/organizations/${world().realm.id}/remove_audit_destination`;

describe("operators and where audit logs are sent (docs/behaviour/audit.md#sending)", () => {
  test("servers are added by keys of operators that see secrets only, with values that will do", async ({
    expect,
  }) => {
    const good = { name: "SIEM", url: "https://siem.example.com/" };
    const asked = { key: "write", body: good };
    await expect(askOperator(world(), path(), asked)).resolves.toMatchObject({ status: 403 });
    for (const [where, body] of [
      [path(), { ...good, name: "" }],
      [path(), { ...good, url: "https://10.0.0.1/" }],
      [path(), { name: "SIEM" }],
      [removal(), { destination_id: 999 }],
    ] as const)
      await expect(askOperator(world(), where, { body })).resolves.toMatchObject({ status: 400 });
    const unknown = "/organizations/999/audit_destinations";
    await expect(askOperator(world(), unknown)).resolves.toMatchObject({ status: 404 });
    const { answer } = await askOperator(world(), path(), { key: "read" });
    expect(answer["destinations"]).toEqual([]);
  });

  test("an operator has an audit log sent to a server, sees that it is, and ends it", async ({
    expect,
  }) => {
    await using receiver = await Receiver.start();
    const body = { name: "SIEM", url: receiver.url, authorization: "Bearer x" };
    const { answer } = await askOperator(world(), path(), { body });
    const { id, secret } = answer as { id: number; secret: string };
    await world().service.auditSending.look();
    await receiver.hasGot(1);
    const [first] = receiver.requests;
    expect(first && isSigned(first, secret)).toBe(true);
    const listed = await askOperator(world(), path(), { key: "read" });
    expect(listed.answer["destinations"]).toMatchObject([{ id, name: "SIEM", url: receiver.url }]);
    await askOperator(world(), removal(), { key: "write", body: { destination_id: id } });
    const { answer: left } = await askOperator(world(), path(), { key: "read" });
    expect(left["destinations"]).toEqual([]);
    const { entries } = await world().request("owner", listAuditLog, { limit: 2 });
    expect(entries).toMatchObject([
      { operation: "removeAuditDestination", actor: { operator: "write" } },
      { operation: "addAuditDestination" },
    ]);
    const { answer: actions } = await askOperator(world(), "/actions", { key: "read" });
    expect(JSON.stringify(actions)).not.toContain("Bearer x");
  });
});
