import { type Operation, operations } from "@team-chat/contract";
import { describe, test } from "vitest";

import { specified, type Specified } from "./parameter-kinds.ts";
import { realmKinds } from "./realm-table.ts";
import { settingKinds } from "./setting-table.ts";
import { useWorld } from "./use-world.ts";
import { someValue, wrongValues } from "./wrong-values.ts";

const world = useWorld();

const own = { full_name: "text", email: "text", old_password: "text", new_password: "text" };
const ownSettings: Specified = { ...own, ...settingKinds, timezone: "time zone" };

const kinds: Readonly<Record<string, Specified>> = {
  ...specified,
  updateSettings: ownSettings,
  updateDisplaySettings: ownSettings,
  updateNotificationSettings: ownSettings,
  updateUserSettingsDefaults: settingKinds,
  updateRealm: realmKinds,
};

const owned = operations.filter(({ owner }) => owner === "users");

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks as an owner, with the fields as they are. */
async function ask(
  { auth, method, path }: Operation,
  segments: Specified,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const given = new URLSearchParams(fields);
  const address = path.replaceAll(/\{(\w+)\*?\}/g, (_all, name: string) => segments[name] ?? "");
  const identity = auth === "none" ? world().anonymous() : world().people.owner.identity;
  const response =
    method === "GET"
      ? await world().fetch(identity, `${address}?${given.toString()}`)
      : await world().fetch(identity, address, { method, body: given });
  return { status: response.status, body: await response.json() };
}

const bare = (kind: string) => kind.replace("!", "");
const isOfPath = (kind: string) => kind === "id" || kind === "segment";

/** Values for what stands in the path and for what is required, except one. */
function valuesBut(parameters: Specified, left: string | null) {
  const entries = Object.entries(parameters);
  const of = (chosen: (kind: string) => boolean) =>
    Object.fromEntries(
      entries
        .filter(([name, kind]) => name !== left && chosen(kind))
        .map(([name, kind]) => [name, someValue[bare(kind)] ?? ""]),
    );
  return { segments: of(isOfPath), fields: of((kind) => kind.endsWith("!")) };
}

test("the table has every operation and every parameter, in their order (reference/behaviour.md §1.2)", ({
  expect,
}) => {
  for (const { name, params } of owned)
    expect(Object.keys(kinds[name] ?? { missing: name }), name).toEqual(Object.keys(params));
});

describe("parameters (reference/behaviour.md §1.3)", () => {
  for (const operation of owned.filter(({ params }) => Object.keys(params).length > 0))
    test(`of ${operation.name} are checked, and refusals cause no event`, async ({ expect }) => {
      await world().events();
      const parameters = kinds[operation.name] ?? {};
      for (const [name, kind] of Object.entries(parameters)) {
        const { segments, fields } = valuesBut(parameters, name);
        if (kind === "segment") continue;
        if (kind === "id") {
          const answer = await ask(operation, { ...segments, [name]: "x7" }, fields);
          expect([answer.status >= 400, name]).toEqual([true, name]);
          continue;
        }
        if (kind.endsWith("!"))
          expect(await ask(operation, segments, fields), name).toEqual({
            status: 400,
            body: {
              result: "error",
              msg: `Missing '${name}' argument`,
              code: "REQUEST_VARIABLE_MISSING",
              var_name: name,
            },
          });
        for (const [value, message] of Object.entries(wrongValues[bare(kind)] ?? { "": "no kind" }))
          expect(
            await ask(operation, segments, { ...fields, [name]: value }),
            `${name}=${value}`,
          ).toEqual({
            status: 400,
            body: { result: "error", msg: message.replaceAll("X", name), code: "BAD_REQUEST" },
          });
      }
      expect(await world().events()).toEqual([]);
    });
});
