import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { ask, bare, isOfPath, kinds, owned, valuesBut } from "./asking.ts";
import { World } from "./world.ts";
import { wrongValues } from "./wrong-values.ts";

const world = useWorld(() => World.create());

test("the table has every operation and every parameter, in their order (docs/behaviour/api.md#parameters)", ({
  expect,
}) => {
  for (const { name, params } of owned)
    expect(Object.keys(kinds[name] ?? { missing: name }), name).toEqual(Object.keys(params));
});

describe("parameters (docs/behaviour/api.md#refused-values)", () => {
  for (const operation of owned.filter(({ params }) => Object.keys(params).length > 0))
    test(`the parameters of ${operation.name} are checked, and refusals cause no event`, async ({
      expect,
    }) => {
      await world().events();
      const parameters = kinds[operation.name] ?? {};
      for (const [name, kind] of Object.entries(parameters)) {
        const { segments, fields } = valuesBut(parameters, name);
        if (kind === "id") {
          const answer = await ask(world(), {
            operation,
            segments: { ...segments, [name]: "x7" },
            fields,
          });
          expect([answer.status >= 400, name]).toEqual([true, name]);
        }
        if (isOfPath(kind)) continue;
        if (kind.endsWith("!"))
          expect(await ask(world(), { operation, segments, fields }), name).toEqual({
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
            await ask(world(), { operation, segments, fields: { ...fields, [name]: value } }),
            `${name}=${value}`,
          ).toEqual({
            status: 400,
            body: { result: "error", msg: message.replaceAll("X", name), code: "BAD_REQUEST" },
          });
      }
      expect(await world().events()).toEqual([]);
    });
});
