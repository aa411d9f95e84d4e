import { listEntries } from "@team-chat/audit";
import {
  addAlertWords,
  createProfileField,
  deactivateUser,
  fetchApiKey,
  getUser,
  reactivateUser,
  updateOwnStatus,
  updateProfileData,
  updateSettings,
} from "@team-chat/contract";
import { listRealmTables, sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { type Asked, askOperator, operatorKeys } from "../ask-operator.ts";
import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const ask = (path: string, asked: Asked = {}) => askOperator(world(), path, asked);
const path = () => `/organizations/${world().realm.id}/erasures`;

async function refusal(of: string, asked: Asked = {}) {
  const { answer, status } = await ask(of, asked);
  return [status, answer["msg"]];
}

const erasing = (email: string, messages = "delete") => ({
  body: { email, confirm: email, messages },
  key: "write",
});

/** Names the tables in which a text is found, whatever the column. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const { database, realm } = world();
  const found: string[] = [];
  for (const table of await listRealmTables(database)) {
    const isThere = await database.exists(sql.unsafe`
      select from ${sql.identifier([table])} t
      where realm_id = ${realm.id} and position(lower(${text}) in lower(t::text)) > 0`);
    if (isThere) found.push(table);
  }
  return found.toSorted();
}

describe("erasing a person (docs/erasure.md)", () => {
  test("a person is erased by a key that may, named twice, with a choice about messages", async ({
    expect,
  }) => {
    const { alice, bot, owner } = world().people;
    const { body } = erasing(alice.email);
    expect(await refusal(path(), { body, key: "read" })).toEqual([
      403,
      "This needs a key with the scope 'write'.",
    ]);
    expect((await refusal("/organizations/999999999/erasures", { body }))[0]).toBe(404);
    expect((await refusal("/organizations/999999999/erasures"))[0]).toBe(404);
    expect((await refusal(path(), { body: { ...body, messages: "some" } }))[0]).toBe(400);
    expect(await refusal(path(), { body: { ...body, confirm: owner.email } })).toEqual([
      400,
      "confirm must be the address once more.",
    ]);
    for (const email of ["nobody@example.com", bot.email])
      expect(await refusal(path(), erasing(email))).toEqual([
        400,
        `There is no account of a person '${email}'.`,
      ]);
    expect((await refusal(path(), erasing(owner.email)))[1]).toBe(
      "Cannot deactivate the only organization owner.",
    );
    world().deletions.holds = 2;
    expect(await refusal(path(), erasing(alice.email))).toEqual([
      400,
      "Legal holds cover the person (2): they have to end before anything is erased.",
    ]);
    world().deletions.holds = 0;
    expect((await ask(path(), { key: "read" })).answer["erasures"]).toEqual([]);
    const { user } = await world().request("owner", getUser, { user_id: alice.id });
    expect(user).toMatchObject({ is_active: true, email: alice.email });
  });

  test("an erased account is a placeholder at once, for everybody, and comes back for nobody", async ({
    expect,
  }) => {
    const { admin, alice } = world().people;
    const field = await world().request("owner", createProfileField, {
      name: "Pet",
      field_type: 1,
      hint: "",
    });
    await world().request("alice", updateProfileData, {
      data: [{ id: field.id, value: "Her hamster Hugo" }],
    });
    await world().request("alice", updateSettings, { timezone: "Europe/Berlin" });
    await world().request("alice", updateOwnStatus, { status_text: "gone fishing" });
    await world().request("alice", addAlertWords, { alert_words: ["hamsterhugo"] });
    await ask(`/organizations/${world().realm.id}/password_links`, {
      body: { email: alice.email },
    });
    await world().events();
    const { answer, status } = await ask(path(), erasing(alice.email));
    expect([status, answer["erasure"]]).toMatchObject([
      200,
      { user_id: alice.id, state: "running", messages: "delete", asked_with_key: "write" },
    ]);
    const address = `deleted-user-${alice.id}@localhost`;
    const { user } = await world().request("admin", getUser, {
      user_id: alice.id,
      include_custom_profile_fields: true,
    });
    expect(user).toMatchObject({
      full_name: `Deleted user ${alice.id}`,
      email: address,
      delivery_email: address,
      is_active: false,
      timezone: "",
      profile_data: {},
    });
    const heard = eventsFor(admin.id, await world().events());
    const of = { type: "realm_user", op: "update" };
    for (const person of [
      { user_id: alice.id, is_active: false },
      { user_id: alice.id, full_name: `Deleted user ${alice.id}` },
      { user_id: alice.id, delivery_email: address },
      { user_id: alice.id, new_email: address },
      { user_id: alice.id, custom_profile_field: { id: field.id, value: null } },
      { user_id: alice.id, email: address, timezone: "" },
    ])
      expect(heard).toContainEqual({ ...of, person });
    expect(heard).toContainEqual(
      expect.objectContaining({ type: "user_status", user_id: alice.id, status_text: "" }),
    );
    await expect(
      world().request("owner", reactivateUser, { user_id: alice.id }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "This person was erased." });
    for (const username of [alice.email, address])
      await expect(
        world().request(world().anonymous(), fetchApiKey, { username, password }),
      ).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
    await world().service.erasures.runNow();
    expect(await refusal(path(), erasing(address))).toEqual([400, "The person was erased before."]);
  });

  test("nothing in the tables of accounts names an erased person, but the audit log of what was before", async ({
    expect,
  }) => {
    const { moderator } = world().people;
    await world().request("moderator", addAlertWords, { alert_words: ["hamsterhugo"] });
    const { user } = await world().request("admin", getUser, { user_id: moderator.id });
    expect(await tablesWith(moderator.email)).toContain("account");
    await ask(path(), erasing(moderator.email));
    for (const text of [moderator.email, user.full_name, "hamsterhugo"])
      expect((await tablesWith(text)).filter((name) => !name.startsWith("outbox"))).toSatisfy(
        (found: readonly string[]) => found.every((name) => name === "audit_entry"),
      );
    const asked = { realmId: world().realm.id, actorId: null, before: null, limit: 10 };
    const entries = await listEntries(world().database, {
      ...asked,
      operation: "erasePerson",
      object: null,
      sinceMs: null,
    });
    expect(entries.map(({ changes }) => JSON.stringify(changes)).join("\n")).not.toContain(
      moderator.email,
    );
    expect(entries.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ object: "erased_person", after: { messages: "delete" } }),
    );
    const { answer } = await ask("/actions");
    expect(JSON.stringify(answer["actions"])).not.toContain(moderator.email);
    expect(z.array(z.looseObject({})).parse(answer["actions"]).at(-1)).toMatchObject({
      operation: "erasePerson",
      input: { messages: "delete" },
    });
  });

  test("other services delete what they have, are looked through, and are asked again while something is left", async ({
    expect,
  }) => {
    const { clock, deletions, people, service } = world();
    const { guest } = people;
    await world().request("admin", deactivateUser, { user_id: guest.id });
    deletions.broken = "channels";
    await ask(path(), erasing(guest.email, "keep"));
    const now = async () => {
      const { answer } = await ask(path(), { key: "read" });
      return z
        .array(z.looseObject({ user_id: z.int() }))
        .parse(answer["erasures"])
        .find((one) => one.user_id === guest.id);
    };
    await service.erasures.runNow();
    expect(await now()).toMatchObject({
      state: "failed",
      step: "channels",
      failure: "A part of it could not be deleted; the log says why.",
    });
    deletions.broken = null;
    deletions.left = 2;
    clock.aheadMs += 31_000;
    await service.erasures.runNow();
    expect(await now()).toMatchObject({
      state: "failed",
      failure: "Something is left.",
      remaining: [{ service: "messages", place: "some_table", count: 2 }],
    });
    deletions.left = 0;
    deletions.asked.length = 0;
    clock.aheadMs += 31_000;
    await service.erasures.runNow();
    const order = ["webhooks", "channels", "messages"].map((name) => `${name} ${guest.id} keep`);
    // Others of the organization may be erased at the same time.
    const asked = () => deletions.asked.filter((one) => one.includes(` ${guest.id} `));
    expect(asked()).toEqual(order.flatMap((one) => [one, one]));
    expect(await now()).toMatchObject({
      user_id: guest.id,
      state: "done",
      step: "",
      failure: "",
      remaining: [],
      exports: [{ of: "organization", id: 3, kept_until: 1_800_000_000 }],
    });
    deletions.asked.length = 0;
    await service.erasures.runNow();
    expect(asked()).toEqual([]);
    expect((await ask(`${path()}?after=${guest.id}`)).answer["erasures"]).not.toContainEqual(
      expect.objectContaining({ user_id: guest.id }),
    );
  });
});
