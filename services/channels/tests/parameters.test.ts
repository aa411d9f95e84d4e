import { createChannelFolder } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { ask, bare, fieldsBut, owned } from "./asking.ts";
import { specified, wrongValues } from "./parameter-kinds.ts";
import { type Realm, World } from "./world.ts";

const world = useWorld(() => World.create());

/** A realm with one channel and one folder, which the paths name. */
async function furnish() {
  const realm = world().realm();
  await realm.subscribe("owner", ["a"]);
  const folder = await realm.request("owner", createChannelFolder, { name: "Work" });
  const segments = {
    stream_id: await realm.channelId("a"),
    channel_folder_id: folder.channel_folder_id,
  };
  await realm.settle();
  return { realm, segments };
}

/** Everything that is kept of the realm. */
async function kept(realm: Realm) {
  return [await realm.state(), (await realm.register("owner")).sections];
}

test("the table has every operation and every parameter, in their order", ({ expect }) => {
  expect(owned.map(({ name }) => name).toSorted()).toEqual(Object.keys(specified).toSorted());
  for (const { name, params } of owned)
    expect(Object.keys(specified[name] ?? {}), name).toEqual(Object.keys(params));
});

describe("parameters (docs/behaviour/api.md#refused-values)", () => {
  const taking = owned.filter(({ params }) =>
    Object.values(params).some(({ wire }) => wire !== "path"),
  );
  for (const operation of taking)
    test(`the parameters of ${operation.name} are checked, and refusals change nothing`, async ({
      expect,
    }) => {
      const { realm, segments } = await furnish();
      const before = await kept(realm);
      const parameters = specified[operation.name] ?? {};
      const heard = await realm.events(async () => {
        for (const [name, kind] of Object.entries(parameters)) {
          if (kind === "id") continue;
          const fields = fieldsBut(parameters, name);
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
          const wrong = Object.entries(wrongValues[bare(kind)] ?? { "": "no kind" });
          for (const [value, message] of wrong)
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
      });
      expect(heard).toEqual([]);
      expect(await kept(realm)).toEqual(before);
    });
});
