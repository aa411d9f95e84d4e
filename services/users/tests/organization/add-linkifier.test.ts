import { addLinkifier, getUsersState } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const good = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };

describe("adding a linkifier (docs/behaviour/organization.md#linkifiers)", () => {
  test("adding a linkifier is for administrators", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest", "bot"] as const)
      await expect(world().request(name, addLinkifier, good), name).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization administrator",
      });
  });

  test.for([
    [{ pattern: " " }, "pattern", "This field cannot be blank."],
    [{ url_template: " " }, "url_template", "This field cannot be blank."],
    [{ pattern: "(?=a)(?P<id>b)" }, "pattern", /^Bad regular expression: ./],
    [{ pattern: String.raw`(?P<id>.)\1` }, "pattern", /^Bad regular expression: ./],
    [{ url_template: "https://example.com/{id" }, "url_template", "Invalid URL template."],
    [
      { url_template: "https://example.com/{id}/{page}" },
      "__all__",
      "Group 'page' in URL template is not present in linkifier pattern.",
    ],
    [
      { pattern: "(?P<id>[0-9]+)-(?P<org>[a-z]+)" },
      "__all__",
      "Group 'org' in linkifier pattern is not present in URL template.",
    ],
  ] as const)(
    "adding a linkifier refuses %o under %s",
    async ([change, field, text], { expect }) => {
      const message = typeof text === "string" ? text : expect.stringMatching(text);
      await expect(
        world().request("admin", addLinkifier, { ...good, ...change }),
      ).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
        details: { errors: { [field]: [message] } },
      });
    },
  );

  test("refusing a linkifier reports both fields at once", async ({ expect }) => {
    await expect(
      world().request("admin", addLinkifier, { pattern: "", url_template: "{" }),
    ).rejects.toMatchObject({
      message: "This field cannot be blank.",
      details: {
        errors: {
          pattern: ["This field cannot be blank."],
          url_template: ["Invalid URL template."],
        },
      },
    });
  });

  test("an added linkifier is told to everybody, reaches other services, and is refused a second time", async ({
    expect,
  }) => {
    await world().events();
    const { pattern, url_template: template } = good;
    const padded = { pattern: ` ${pattern} `, url_template: ` ${template}\n` };
    const { id } = await world().request("admin", addLinkifier, padded);
    const announced = { type: "realm_linkifiers", realm_linkifiers: [{ id, ...good }] };
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([announced]);
    const state = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    expect(state.realm?.settings["linkifiers"]).toEqual([{ id, ...good }]);
    const message = "Realm filter with this Realm and Pattern already exists.";
    await expect(
      world().request("admin", addLinkifier, { ...good, url_template: "https://example.org/{id}" }),
    ).rejects.toMatchObject({ message, details: { errors: { __all__: [message] } } });
  });

  test("a linkifier is refused once the patterns of the organization are too complex together", async ({
    expect,
  }) => {
    const template = good.url_template;
    const pattern = (end: string) => `(?P<id>[a-f]{1,900})${end}`;
    for (const end of ["1", "2"])
      await world().request("admin", addLinkifier, {
        pattern: pattern(end),
        url_template: template,
      });
    const more = world().request("admin", addLinkifier, {
      pattern: pattern("3"),
      url_template: template,
    });
    const message = "The organization's patterns are too complex together.";
    await expect(more).rejects.toMatchObject({
      message,
      details: { errors: { pattern: [message] } },
    });
    await world().request("admin", addLinkifier, { ...good, pattern: "@@(?P<id>[0-9]+)" });
  });
});
