import { operations } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { call } from "./client.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

const open = operations.filter(({ developmentOnly }) => developmentOnly);

describe("operations that let anybody in without a password", () => {
  test("operations that let anybody in without a password have addresses for developers", ({
    expect,
  }) => {
    expect(open.map(({ path }) => path)).toEqual(
      operations.map(({ path }) => path).filter((path) => path.startsWith("/dev_")),
    );
    expect(open.length).toBeGreaterThan(0);
  });

  test.for(["0.0.0.0", "::"])(
    "a gateway in development mode does not listen on %s, out of whose reach logins without passwords stay",
    async (host, { expect }) => {
      await expect(world().gateway({ MODE: "development", HOST: host })).rejects.toThrow(
        `HOST: ${host} would let other machines in`,
      );
    },
  );

  test("logins without passwords are refused in production mode, whatever the users service would say", async ({
    expect,
  }) => {
    await using gateway = await world().gateway({ MODE: "production" });
    const { host } = world().realm();
    for (const { method, name, path } of open) {
      const form = method === "GET" ? {} : { form: { username: "owner@example.com" } };
      const { body, status } = await call(gateway.url, { method, path, host, ...form });
      expect(status, name).toBe(400);
      expect(body, name).toEqual({
        result: "error",
        msg: "Endpoint not available in production.",
        code: "BAD_REQUEST",
      });
    }
  });

  test("what e-mail looks like is shown in development mode only (docs/behaviour/mail.md#previews)", async ({
    expect,
  }) => {
    await using gateway = await world().gateway({ MODE: "production" });
    const { host } = world().realm();
    for (const path of ["//emails", "//emails/invitation", "//emails/invitation.txt"])
      expect((await call(gateway.url, { path, host })).status, path).toBe(404);
  });
});
