import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { ask, bare, owned, segmentValues, valuesBut } from "./asking.ts";
import { specified, wrongValues } from "./parameter-kinds.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

test("the table has every operation and every parameter, in their order", ({ expect }) => {
  for (const { name, params } of owned)
    expect(Object.keys(specified[name] ?? { missing: name }), name).toEqual(Object.keys(params));
});

describe("parameters (docs/behaviour/api.md#refused-values)", () => {
  for (const operation of owned.filter(({ params }) => Object.keys(params).length > 0))
    test(`the parameters of ${operation.name} are checked, and refusals cause no event`, async ({
      expect,
    }) => {
      const realm = world().realm();
      const parameters = specified[operation.name] ?? {};
      for (const [name, kind] of Object.entries(parameters)) {
        if (kind in segmentValues) continue;
        const { segments, fields } = valuesBut(parameters, name);
        if (kind.endsWith("!"))
          expect(await ask(world(), realm, { operation, segments, fields }), name).toEqual({
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
            await ask(world(), realm, {
              operation,
              segments,
              fields: { ...fields, [name]: value },
            }),
            `${name}=${value.slice(0, 100)}`,
          ).toEqual({
            status: 400,
            body: { result: "error", msg: message.replaceAll("X", name), code: "BAD_REQUEST" },
          });
      }
      expect(await realm.events()).toEqual([]);
    });
});
