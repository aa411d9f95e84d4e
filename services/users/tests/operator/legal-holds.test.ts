import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { type Asked, askOperator, keyOf, operatorKeys } from "../ask-operator.ts";
import { archiveBytes } from "../exports-peer.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const ask = (path: string, asked: Asked = {}) => askOperator(world(), path, asked);
const acmePath = () => `/organizations/${world().acme.id}`;

async function refusal(path: string, asked: Asked = {}) {
  const { answer, status } = await ask(path, asked);
  return [status, answer["msg"]];
}

/** Reads the latest action of an operator. */
async function lastAction() {
  const { answer } = await ask(`/actions?organization_id=${world().acme.id}`);
  return z
    .array(z.looseObject({ operation: z.string() }))
    .parse(answer["actions"])
    .at(-1);
}

describe("legal holds by operators (docs/legal-holds.md#operators)", () => {
  test("operators' requests for legal holds need a key with their scope, and an organization that there is", async ({
    expect,
  }) => {
    const reading = [403, "This needs a key with the scope 'write'."];
    for (const [path, body] of [
      ["legal_holds", { email: "a@b.example", reason: "x" }],
      ["end_legal_hold", { hold_id: 4 }],
      ["legal_hold_exports", { hold_id: 4 }],
      ["delete_legal_hold_export", { export_id: 7 }],
    ] as const) {
      expect(await refusal(`${acmePath()}/${path}`, { body, key: "read" })).toEqual(reading);
      expect(await refusal(`/organizations/999999999/${path}`, { body })).toEqual([
        404,
        "There is no organization 999999999.",
      ]);
    }
    const archive = `${acmePath()}/legal_hold_exports/archive?export_id=`;
    expect(await refusal(`${archive}7`, { key: "write" })).toEqual([
      403,
      "This needs a key with the scope 'secrets'.",
    ]);
    expect(await refusal(`${archive}6`)).toEqual([404, "There is no archive of export 6."]);
    for (const path of [
      "legal_holds",
      "legal_hold_exports",
      "legal_hold_exports/archive?export_id=7",
    ])
      expect((await refusal(`/organizations/999999999/${path}`))[0]).toBe(404);
    expect(world().holds).toEqual([]);
  });

  test("an operator's hold needs a reason, of a person by an address that somebody has", async ({
    expect,
  }) => {
    const path = `${acmePath()}/legal_holds`;
    const body = { email: "nobody@acme.example", reason: "Case 7" };
    expect(await refusal(path, { body })).toEqual([
      400,
      "There is no account 'nobody@acme.example'.",
    ]);
    expect((await refusal(path, { body: { channel: "general" } }))[0]).toBe(400);
    expect((await refusal(path, { body: { ...body, email: "", channel: "" } }))[0]).toBe(400);
    expect((await refusal(`${path}?limit=1001`))[0]).toBe(400);
  });

  test("an operator begins, sees and ends holds, named by the key, and each is an action", async ({
    expect,
  }) => {
    const path = `${acmePath()}/legal_holds`;
    const { email, id: userId } = world().acmeOwner;
    const begun = await ask(path, { body: { email, reason: "Case 7" }, key: "write" });
    expect(begun).toMatchObject({ status: 200, answer: { hold_id: 4 } });
    const callKey = expect.any(String) as string;
    const about = { realmId: world().acme.id, key: "write" };
    expect(world().holds.at(-1)).toEqual({
      operation: "begin",
      callKey,
      ...about,
      userId,
      reason: "Case 7",
    });
    expect(await lastAction()).toMatchObject({ operation: "createLegalHold" });
    await ask(path, { body: { channel: "General", reason: "Case 7" }, key: "write" });
    expect(world().holds.at(-1)).toMatchObject({ operation: "begin", channel: "General" });
    const { answer } = await ask(`${path}?before=9&limit=5`, { key: "read" });
    expect(answer["legal_holds"]).toEqual([
      {
        id: 4,
        user_id: null,
        channel_id: 3,
        reason: "Case 7",
        begun_by: null,
        begun_with_key: "console",
        begun_at: 1_700_000_000,
        ended_by: 9,
        ended_with_key: null,
        ended_at: 1_700_000_009,
      },
    ]);
    expect(world().holds.at(-1)).toMatchObject({ operation: "list", beforeId: 9, limit: 5 });
    await ask(`${acmePath()}/end_legal_hold`, { body: { hold_id: 4 }, key: "write" });
    expect(world().holds.at(-1)).toEqual({ operation: "end", callKey, ...about, id: 4 });
    expect(await lastAction()).toMatchObject({ operation: "closeLegalHold" });
  });

  test("an operator has a hold exported, fetches the archive, which is noted, and deletes it", async ({
    expect,
  }) => {
    const path = `${acmePath()}/legal_hold_exports`;
    const begun = await ask(path, { body: { hold_id: 4 }, key: "write" });
    expect(begun.answer["export"]).toMatchObject({ id: 7, hold_id: 4, state: "waiting" });
    expect(await lastAction()).toMatchObject({ operation: "createHoldExport" });
    expect((await ask(path, { key: "read" })).answer["exports"]).toMatchObject([
      { id: 6, state: "running" },
      { id: 7, asked_by: null, asked_with_key: "console", records: 12, root: "ab" },
    ]);
    const url = `http://127.0.0.1:${world().service.operatorPort}/operator/v1${path}`;
    const response = await fetch(`${url}/archive?export_id=7`, {
      headers: { Authorization: `Bearer ${keyOf("secrets")}` },
    });
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(archiveBytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
    const about = { realmId: world().acme.id, id: 7 };
    expect(world().holds.at(-1)).toEqual({ operation: "download", ...about, key: "secrets" });
    const removed = { body: { export_id: 7 }, key: "write" };
    await ask(`${acmePath()}/delete_legal_hold_export`, removed);
    expect(world().holds.at(-1)).toMatchObject({ operation: "remove", ...about, key: "write" });
    expect(await lastAction()).toMatchObject({ operation: "deleteHoldExport" });
  });
});
