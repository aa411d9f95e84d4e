// While the service that knows of channels does not answer.
import { type Operation, operations, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "./world.ts";

const world = useWorld(() => World.create({ CHANNELS_URL: "http://127.0.0.1:9" }));

const pictures = operations.filter(
  ({ auth, errors, owner }) =>
    owner === "users" && auth === "optional" && errors.includes("SERVICE_UNAVAILABLE"),
);

const ask = ({ path }: Operation) =>
  world().fetch(world().anonymous(), path.replace("{user_id_or_email}", "1"), {
    redirect: "manual",
  });

describe("while nobody says whether anything is public (docs/behaviour/api.md#requests-without-an-account)", () => {
  test.for(pictures)(
    "$method $path is refused to them, not answered either way",
    async (operation, { expect }) => {
      expect((await ask(operation)).status).toBe(401);
      await world().request("owner", updateRealm, { enable_spectator_access: true });
      const refused = await ask(operation);
      expect([refused.status, await refused.json()]).toMatchObject([
        503,
        { result: "error", code: "SERVICE_UNAVAILABLE" },
      ]);
      const { identity } = world().people.guest;
      const address = operation.path.replace("{user_id_or_email}", "1");
      const own = await world().fetch(identity, address, { redirect: "manual" });
      expect(own.status).toBe(302);
      await world().request("owner", updateRealm, { enable_spectator_access: false });
    },
  );
});
