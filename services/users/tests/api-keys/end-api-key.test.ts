import { endApiKey, getAuthState, listApiKeys } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { World } from "../world.ts";
import { keyOwner, makeKey } from "./keys.ts";

const world = useWorld(() => World.create());

const end = (name: Name, user_id: number, key_id: number) =>
  world().request(name, endApiKey, { user_id, key_id });

describe("the end of an API key (docs/behaviour/keys.md#managing-keys)", () => {
  test("a key is ended by nobody but those who manage it", async ({ expect }) => {
    const { alice, owner } = world().people;
    const made = await makeKey(world(), "alice");
    const ofOwner = await makeKey(world(), "owner");
    const refusals: [Name, number, number, string][] = [
      ["moderator", alice.id, made.id, "Insufficient permission"],
      ["admin", owner.id, ofOwner.id, "Must be an organization owner"],
      ["alice", 0, made.id, "No such user"],
      ["owner", owner.id, made.id, "Invalid API key ID"],
      ["alice", alice.id, made.id + 1000, "Invalid API key ID"],
    ];
    for (const [name, userId, keyId, message] of refusals)
      await expect(end(name, userId, keyId)).rejects.toMatchObject({ message });
    await expect(end("admin", owner.id, ofOwner.id)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
    expect(await keyOwner(world(), "alice", made.api_key)).toMatchObject({ valid: true });
  });

  test("a key that ends is refused at once and at every gateway, its siblings are not, and queues end", async ({
    expect,
  }) => {
    const { alice } = world().people;
    const [first, second] = [await makeKey(world(), "alice"), await makeKey(world(), "alice")];
    const state = (since: number) => world().call(getAuthState, { host: "localhost:9991", since });
    const before = await state(0);
    await world().events();
    await end("alice", alice.id, first.id);
    const after = await state(before.known ? before.authVersion : 0);
    expect(after).toMatchObject({ changedUserIds: [alice.id] });
    expect(await keyOwner(world(), "alice", first.api_key)).toMatchObject({ valid: false });
    for (const key of [second.api_key, alice.apiKey])
      expect(await keyOwner(world(), "alice", key)).toMatchObject({ valid: true });
    expect((await world().events()).map(({ event }) => event)).toEqual([
      { type: "sessions_ended", user_id: alice.id },
    ]);
  });

  test("administrators end keys of people, and owners of bots those of their bots", async ({
    expect,
  }) => {
    const { bot, moderator } = world().people;
    const ofPerson = await makeKey(world(), "moderator");
    const ofBot = await makeKey(world(), "alice", { user_id: bot.id });
    await end("admin", moderator.id, ofPerson.id);
    await end("alice", bot.id, ofBot.id);
    for (const { id: user_id } of [bot, moderator])
      expect((await world().request("owner", listApiKeys, { user_id })).api_keys).toEqual([]);
  });
});
