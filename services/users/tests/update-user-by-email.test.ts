import { getUser, updateUserByEmail } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "./use-world.ts";

const world = useWorld();

describe("updating a user by address", () => {
  test("is refused for unknown addresses and to those who do not administer", async ({
    expect,
  }) => {
    const unknown = world().request(updateUserByEmail, "owner", {
      email: "owner@acme.example",
      full_name: "Other",
    });
    await expect(unknown).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
    const denied = world().request(updateUserByEmail, "member", {
      email: "guest@example.com",
      full_name: "Other",
    });
    await expect(denied).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Insufficient permission",
    });
  });

  test("works by the real address and by the API's own form", async ({ expect }) => {
    const { guest } = world().people;
    for (const [email, name] of [
      ["guest@example.com", "First Name"],
      [`user${guest.id}@localhost`, "Second Name"],
    ] as const) {
      await world().request(updateUserByEmail, "admin", { email, full_name: name });
      const { user } = await world().request(getUser, "owner", { user_id: guest.id });
      expect(user.full_name).toBe(name);
    }
  });
});
