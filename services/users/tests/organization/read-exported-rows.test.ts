import {
  exportedKinds,
  exportedRowsOperations,
  listConsenting,
  personKinds,
  personRowsOperations,
  updateOwnStatus,
  updateSettings,
} from "@team-chat/contract";
import { type ExportPart, holdSnapshot, sql } from "@team-chat/pg";
import { differenceOfExport, type LeftOut, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { importedTables } from "../../src/queries/imports/imported-tables.ts";
import { exportedTables } from "../../src/queries/organization/exported-tables.ts";
import { personTables } from "../../src/queries/organization/person-tables.ts";
import { World } from "../world.ts";

const copied = "a number that copies in other services are compared by";
const keyToEnter = "whoever has it gets in";
const transient = "on its way; it is carried out here";
const proven = "proves itself where it was written, and is fetched by an operation of its own";
const here = "leads to this installation";
const used = "counts what was used on this installation, for its bills";

const leftOut: LeftOut = {
  "realm.version": copied,
  "realm.renamed_version": copied,
  "realm.main_domain": here,
  realm_address: here,
  "realm.identity_providers": "holds secrets of identity providers",
  "realm.saml_providers": "knows the organization by its address here",
  "realm.second_factor_since": "counts days for accounts of this installation",
  "account.version": copied,
  "account.auth_version": copied,
  "account.avatar_secret": "part of an address that only this installation has",
  "account.bot_config": "holds what bots enter elsewhere with",
  "avatar_image.secret": "part of an address that only this installation has",
  "realm_icon.secret": "part of an address that only this installation has",
  "avatar_image.small": "made of the picture",
  "avatar_image.medium": "made of the picture",
  "realm_emoji.secret": "part of an address that only this installation has",
  "webhook.token": keyToEnter,
  "invitation.token": keyToEnter,
  "user_group.version": copied,
  "user_group.claims": copied,
  directory: "holds a password for a server, which need not let this organization's copy in",
  directory_person: "follows from the directory",
  realm_version: copied,
  person_erasure: "says what became of somebody who was erased here",
  password: keyToEnter,
  api_key: keyToEnter,
  named_key: keyToEnter,
  browser_session: keyToEnter,
  log_in_token: keyToEnter,
  half_sign_in: keyToEnter,
  saml_message: transient,
  audit_destination:
    "holds secrets of another server, which need not hear of this organization's copy",
  scim_token: keyToEnter,
  scim_external_id: "provisioning systems tell it again where they are set up anew",
  authenticator_app: keyToEnter,
  recovery_codes: keyToEnter,
  passkey: "is good at the address of this installation alone",
  used_challenge: transient,
  password_reset: keyToEnter,
  call_token: keyToEnter,
  push_device: "devices register again with the server that they use",
  client_device: "devices register again with the server that they use",
  presence: "says who is there now",
  guest_sight: "follows from channels and conversations",
  mail: transient,
  missed_batch: transient,
  mail_unsubscription: keyToEnter,
  email_change: transient,
  newcomer: transient,
  notice: transient,
  password_reset_request: transient,
  importing_realm: "says that the organization is not complete here",
  realm_deletion: "says what became of an organization that was deleted here",
  audit_entry: proven,
  audit_head: proven,
  audit_open: proven,
  operator_action: "belongs to who operates this installation",
  messages_turn: "belongs to who operates this installation",
  account_day: used,
  request_count: used,
  delivery_count: used,
};

const world = useWorld(() => World.create());

interface Asked {
  readonly kind: string;
  readonly part?: ExportPart;
}

/** Reads all rows of a kind of the root organization, as of now. */
async function rows({ kind, part }: Asked): Promise<readonly Record<string, unknown>[]> {
  const realmId = world().realm.id;
  const read = async (snapshot: { readonly id: string }) => {
    const given = part && { people: [...part.people], channels: [...part.channels] };
    const input = { realmId, kind, snapshot: snapshot.id, after: null, part: given ?? null };
    return world().call(exportedRowsOperations.users, input);
  };
  const page = await holdSnapshot(world().database, `rows of ${realmId}`, read);
  const lines = Buffer.concat(page?.bytes ?? [])
    .toString()
    .split("\n")
    .slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("what exports have of people and settings (docs/export.md#what-an-export-has)", () => {
  test("exports have every column of every table, but for those that are left out for a reason", async ({
    expect,
  }) => {
    expect(await differenceOfExport(world().database, exportedTables, leftOut)).toEqual([]);
    expect(exportedTables.map(({ kind }) => kind).toSorted()).toEqual(
      exportedKinds.users.toSorted(),
    );
    expect(
      importedTables(new Set())
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(exportedKinds.users.toSorted());
  });

  test("an export of everything has people with their settings, and each group with its members", async ({
    expect,
  }) => {
    const { alice, moderator } = world().people;
    await world().request("moderator", updateSettings, { twenty_four_hour_time: true });
    const people = await rows({ kind: "people" });
    expect(people).toContainEqual(expect.objectContaining({ user_id: alice.id, is_active: true }));
    expect(JSON.stringify(people)).not.toContain(alice.apiKey);
    const settings = await rows({ kind: "personal_settings" });
    expect(settings).toContainEqual(
      expect.objectContaining({
        user_id: moderator.id,
        settings: expect.objectContaining({ twenty_four_hour_time: true }),
      }),
    );
    const groups = await rows({ kind: "groups" });
    const owners = groups.find(({ name }) => name === "role:owners");
    const members = await rows({ kind: "group_members" });
    expect(members.some(({ group_id: id }) => id === owners?.["group_id"])).toBe(true);
  });

  test("an export of a part has settings and hidden addresses of those only who consent", async ({
    expect,
  }) => {
    const { alice, moderator } = world().people;
    await world().request("moderator", updateSettings, {
      allow_private_data_export: true,
      email_address_visibility: 4,
    });
    await world().request("alice", updateSettings, { email_address_visibility: 4 });
    const consenting = await holdSnapshot(world().database, "consents", ({ id }) =>
      world().call(listConsenting, { realmId: world().realm.id, snapshot: id }),
    );
    expect(consenting).toEqual({ userIds: [moderator.id] });
    const part = { people: [moderator.id], channels: [] };
    expect((await rows({ kind: "personal_settings", part })).map((row) => row["user_id"])).toEqual([
      moderator.id,
    ]);
    const addresses = (await rows({ kind: "addresses", part })).map((row) => row["user_id"]);
    expect(addresses).toContain(moderator.id);
    expect(addresses).not.toContain(alice.id);
  });
});

/** Why exports of people have no rows of a table that names people. */
const notOfPeople: Readonly<Record<string, string>> = {
  api_key: keyToEnter,
  authenticator_app: keyToEnter,
  recovery_codes: keyToEnter,
  password: keyToEnter,
  password_reset: keyToEnter,
  log_in_token: keyToEnter,
  half_sign_in: keyToEnter,
  call_token: keyToEnter,
  mail_unsubscription: keyToEnter,
  webhook: "belongs to bots",
  bot_storage: "belongs to bots",
  directory_person: "follows from the directory",
  newcomer: transient,
  person_erasure: "says that nothing is left of somebody",
  missed_batch: transient,
};

describe("what exports of people have of accounts (docs/export.md#what-is-a-persons)", () => {
  test("exports of people have each table that names a person, but for those that are left out for a reason", async ({
    expect,
  }) => {
    const named = await world().database.anyFirst(sql.type(z.object({ table: z.string() }))`
      select table_name as "table" from information_schema.columns
      where table_schema = current_schema() and column_name = 'user_id' order by 1`);
    const missing = named.filter((name) => !personTables.some(({ table }) => table === name));
    expect(missing).toEqual(Object.keys(notOfPeople).toSorted());
    expect(personTables.map(({ kind }) => kind).toSorted()).toEqual(personKinds.users.toSorted());
  });

  test("an export of a person has the person's account, changes and sessions, and nobody else's", async ({
    expect,
  }) => {
    const { moderator } = world().people;
    await world().request("moderator", updateSettings, { twenty_four_hour_time: true });
    await world().request("moderator", updateOwnStatus, { status_text: "away" });
    await world().request("alice", updateOwnStatus, { status_text: "here" });
    const realmId = world().realm.id;
    const own = (kind: string) =>
      holdSnapshot(world().database, `person of ${realmId}`, async ({ id: snapshot }) => {
        const input = { realmId, kind, snapshot, after: null, userId: moderator.id };
        const { bytes } = await world().call(personRowsOperations.users, input);
        return Buffer.concat(bytes).toString();
      });
    expect(await own("statuses")).toContain("away");
    expect(await own("statuses")).not.toContain("here");
    expect(await own("addresses")).toBe(
      `${JSON.stringify({ user_id: moderator.id, delivery_email: moderator.email })}\n`,
    );
    expect(await own("account_changes")).toContain(
      '"after": {"settings.twenty_four_hour_time": true}',
    );
    for (const kind of personKinds.users)
      expect(await own(kind)).not.toContain(world().people.alice.email);
  });
});
