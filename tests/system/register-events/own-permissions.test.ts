import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../in-process/product.ts";
import { Coverage } from "./coverage.ts";
import type { Wishes } from "./state.ts";
import { Windows } from "./windows.ts";

let product: Product;

beforeAll(async () => {
  product = await Product.start();
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

const wishes: Wishes = {
  apply_markdown: true,
  client_gravatar: true,
  include_subscribers: "true",
  slim_presence: true,
  all_public_streams: false,
  client_capabilities: { notification_settings_null: true, user_settings_object: true },
  event_types: null,
};

describe("one's own permissions (docs/behaviour/organization.md#permissions)", () => {
  test("what everybody may do follows the organization's settings by events", async ({
    expect,
  }) => {
    const names = ["owner", "admin", "moderator", "member", "guest"];
    const cast = names.map((name) => ({ name, wishes }));
    const windows = await Windows.open({ product, coverage: new Coverage() }, cast);
    const [owner] = windows.people;
    if (!owner) throw new Error("There is nobody.");
    const { user_groups: groups } = await owner.client.get("/user_groups", {});
    const idOf = (name: string) =>
      (groups as { id: number; name: string }[]).find((group) => group.name === name)?.id;
    const web = (name: string) => ({ can_create_web_public_channel_group: { new: idOf(name) } });
    const changes = [
      { enable_spectator_access: true },
      web("role:moderators"),
      { enable_spectator_access: false },
      web("role:owners"),
      { enable_spectator_access: true },
      { can_create_public_channel_group: { new: idOf("role:administrators") } },
      { can_create_private_channel_group: { new: idOf("role:administrators") } },
      {
        can_add_subscribers_group: {
          new: { direct_members: [owner.userId], direct_subgroups: [] },
        },
      },
      { can_invite_users_group: { new: idOf("role:nobody") } },
    ];
    for (const change of changes) {
      const answer = await owner.client.patch("/realm", change);
      expect([change, answer.result]).toEqual([change, "success"]);
      await windows.compare(true);
    }
    await windows.close();
  });
});
