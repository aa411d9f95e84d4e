import { addPlayground } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const playground = {
  name: "Try it",
  pygments_language: "Python",
  url_template: "https://python.example/?code={code}",
};

describe("a new playground (docs/behaviour/organization.md#playgrounds)", () => {
  test("a new playground is refused to all but administrators", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest", "bot"] as const)
      await expect(world().request(name, addPlayground, playground)).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization administrator",
      });
  });

  test("a new playground is refused with values that cannot be", async ({ expect }) => {
    for (const [change, message] of [
      [{ name: " " }, "This field cannot be blank."],
      [{ pygments_language: "a$b" }, "Invalid characters in pygments language"],
      [
        { pygments_language: "x".repeat(41) },
        "pygments_language is too long (limit: 40 characters)",
      ],
      [{ url_template: "https://x.example/{" }, "Invalid URL template."],
      [
        { url_template: "https://x.example/" },
        'Missing the required variable "code" in the URL template',
      ],
      [
        { url_template: "https://x.example/{code}{other}" },
        '"code" should be the only variable present in the URL template',
      ],
    ] as const)
      await expect(
        world().request("admin", addPlayground, { ...playground, ...change }),
        message,
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    expect(await world().events()).toEqual([]);
  });

  test("a new playground is told to everybody with all others", async ({ expect }) => {
    const { id } = await world().request("admin", addPlayground, playground);
    const { id: second } = await world().request("owner", addPlayground, {
      ...playground,
      pygments_language: " Rust ",
    });
    const events = eventsFor(world().people.guest.id, await world().events());
    expect(events.at(-1)).toEqual({
      type: "realm_playgrounds",
      realm_playgrounds: [
        { id, ...playground },
        { id: second, ...playground, pygments_language: "Rust" },
      ],
    });
    const again = world().request("owner", addPlayground, playground);
    await expect(again).rejects.toMatchObject({
      message: "Realm playground with this Realm, Pygments language and Name already exists.",
    });
  });
});
