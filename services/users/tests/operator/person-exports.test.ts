import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

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

describe("exports of one person's data by operators (docs/export.md#what-is-a-persons)", () => {
  test("operators' requests for exports of people need a key with their scope, and a person that there is", async ({
    expect,
  }) => {
    const { email } = world().acmeOwner;
    for (const [path, body] of [
      ["person_exports", { email }],
      ["delete_person_export", { export_id: 7 }],
    ] as const) {
      expect(await refusal(`${acmePath()}/${path}`, { body, key: "read" })).toEqual([
        403,
        "This needs a key with the scope 'write'.",
      ]);
      expect(await refusal(`/organizations/999999999/${path}`, { body })).toEqual([
        404,
        "There is no organization 999999999.",
      ]);
    }
    const path = `${acmePath()}/person_exports`;
    expect(await refusal(path, { body: { email: "nobody@acme.example" } })).toEqual([
      400,
      "There is no account of a person 'nobody@acme.example'.",
    ]);
    expect((await refusal(path, { body: {} }))[0]).toBe(400);
    expect(await refusal(`${path}/archive?export_id=7`, { key: "write" })).toEqual([
      403,
      "This needs a key with the scope 'secrets'.",
    ]);
    expect(await refusal(`${path}/archive?export_id=6`)).toEqual([
      404,
      "There is no archive of export 6.",
    ]);
    for (const rest of ["", "/archive?export_id=7"])
      expect((await refusal(`/organizations/999999999/person_exports${rest}`))[0]).toBe(404);
    expect(world().personExports).toEqual([]);
  });

  test("an operator has a person exported, fetches the archive and deletes it, and changes are actions", async ({
    expect,
  }) => {
    const path = `${acmePath()}/person_exports`;
    const { email, id: userId } = world().acmeOwner;
    const begun = await ask(path, { body: { email }, key: "write" });
    const about = { realmId: world().acme.id };
    expect(begun.answer["export"]).toMatchObject({ id: 7, user_id: userId, state: "waiting" });
    const callKey = expect.any(String) as string;
    expect(world().personExports).toEqual([
      { operation: "start", callKey, ...about, userId, key: "write" },
    ]);
    expect((await ask(path, { key: "read" })).answer["exports"]).toMatchObject([
      { id: 6, state: "running" },
      { id: 7, asked_with_key: "console", asked_at: 1_700_000_000, rows: 12 },
    ]);
    const url = `http://127.0.0.1:${world().service.operatorPort}/operator/v1${path}`;
    const response = await fetch(`${url}/archive?export_id=7`, {
      headers: { Authorization: `Bearer ${keyOf("secrets")}` },
    });
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(archiveBytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
    const removed = { body: { export_id: 7 }, key: "write" };
    await ask(`${acmePath()}/delete_person_export`, removed);
    expect(world().personExports.at(-1)).toEqual({ operation: "remove", callKey, ...about, id: 7 });
    const { answer } = await ask(`/actions?organization_id=${world().acme.id}`);
    expect(answer["actions"]).toMatchObject([
      { operation: "createPersonExport" },
      { operation: "deletePersonExport" },
    ]);
  });
});
