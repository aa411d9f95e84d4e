import {
  createUserGroup,
  fetchApiKey,
  listAuditLog,
  type OutputOf,
  updateRealm,
  updateUser,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { differenceOfAudit, type LeftOut, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { askOperator, operatorKeys } from "../ask-operator.ts";
import { peersChangedAtMs } from "../audit-peer.ts";
import { password } from "../people.ts";
import { browser } from "../sessions/browsers.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));

const counted = "counts changes, for copies of it";
const pictures = "shows in the thing that the picture is of";
const transient = "is on its way, and what it leads to is written down";
const ephemeral = "says what somebody does at the moment";
const personal = "is nobody else's concern";
const anew = "is made anew for each";
const entryTime = "is the time of the entry";

const sending = "says how far this log was sent, which would be sent again";

const leftOut: LeftOut = {
  realm_version: counted,
  person_erasure: "is noted by the operation: nothing of the person is to be written down",
  "realm.version": counted,
  "realm.renamed_version": counted,
  "realm_address.created_at": entryTime,
  "realm.created_at": entryTime,
  "realm.second_factor_since": entryTime,
  "account.version": counted,
  "account.auth_version": counted,
  "account.joined_at": entryTime,
  "account.joins_default_channels": transient,
  "account.avatar_version": pictures,
  "account.avatar_secret": pictures,
  "account.is_system_bot": "follows from how it was made",
  "account.default_sending_stream": "is the old form of another column",
  "account.default_events_register_stream": "is the old form of another column",
  "api_key.key_hash": "follows from the key",
  "named_key.created_at": entryTime,
  "named_key.used_at": ephemeral,
  "user_group.version": counted,
  "user_group.claims": counted,
  "user_group.created_at": entryTime,
  "realm_emoji.secret": pictures,
  "realm_emoji.has_still": pictures,
  "invitation.token": anew,
  "invitation.created_at": entryTime,
  "invitation.notify_referrer": "is for the moment in which it is accepted",
  "email_change.token": anew,
  "email_change.expires_at": "follows from the time of the entry",
  "password_reset.token_hash": anew,
  "external_identity.linked_at": entryTime,
  "directory.synced_at":
    "says when accounts were compared, which are written down when they change",
  "directory.sync": "says how accounts were compared, which are written down when they change",
  directory_person: "follows from the directory",
  "browser_session.token_hash": anew,
  "browser_session.created_at": entryTime,
  "browser_session.seen_at": ephemeral,
  "browser_session.saml_session": "is how a provider names the session",
  saml_message: transient,
  "audit_destination.place": sending,
  "audit_destination.has_authorization": "follows from what is sealed",
  "audit_destination.created_at": entryTime,
  "audit_destination.due_at": sending,
  "audit_destination.claimed_by": sending,
  "audit_destination.claimed_until": sending,
  "audit_destination.failures": sending,
  "audit_destination.failing_since": sending,
  "audit_destination.last_failure": sending,
  "audit_destination.last_success_at": sending,
  "scim_token.created_at": entryTime,
  "scim_token.used_at": ephemeral,
  avatar_image: pictures,
  emoji_image: pictures,
  "realm_icon.content_type": pictures,
  "realm_icon.bytes": pictures,
  presence: ephemeral,
  user_status: ephemeral,
  saved_snippet: personal,
  navigation_view: personal,
  bot_storage: "is what a program keeps for itself",
  push_device: personal,
  client_device: personal,
  call_token: personal,
  guest_sight: "follows from channels and conversations",
  mail: transient,
  missed_batch: transient,
  mail_unsubscription: anew,
  newcomer: transient,
  notice: transient,
  unproven_address: transient,
  password_reset_request: transient,
  organization_list_request: transient,
  log_in_token: transient,
  half_sign_in: transient,
  "authenticator_app.last_step": ephemeral,
  "authenticator_app.wrong_codes": ephemeral,
  "authenticator_app.blocked_until": ephemeral,
  "authenticator_app.created_at": entryTime,
  "recovery_codes.created_at": entryTime,
  used_challenge: transient,
  creation_invitation: "is the operator's own record",
  organization_creation: "is of an organization that does not exist yet",
  "passkey.counter": ephemeral,
  "passkey.transports": "says how browsers reach the device",
  "passkey.is_discoverable": "is a quality of the device",
  "passkey.is_backed_up": "is a quality of the device",
  "passkey.created_at": entryTime,
  "passkey.last_used_at": ephemeral,
  importing_realm: "is gone once the organization is complete, which is written down",
  realm_deletion: "is the operator's own record",
  operator_action: "is the operator's own record",
  messages_turn: "is the operator's own record",
  account_day: "counts",
  request_count: "counts",
  delivery_count: "counts",
};

type Entry = OutputOf<typeof listAuditLog>["entries"][number];

async function newest(): Promise<Entry | undefined> {
  return (await world().request("admin", listAuditLog, { limit: 1 })).entries[0];
}

describe("the audit log (docs/behaviour/audit.md)", () => {
  test("every column of every table is written down when it changes, or left out for a reason (docs/behaviour/audit.md#what-is-written-down)", async ({
    expect,
  }) => {
    expect(await differenceOfAudit(world().database, leftOut)).toEqual([]);
  });

  test("nobody but administrators reads it, and an anchor that is no entry's is refused (docs/behaviour/audit.md#listing)", async ({
    expect,
  }) => {
    await expect(world().request("alice", listAuditLog, {})).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
    for (const anchor of ["", "newest", "1-2", "1-0-1x"])
      await expect(world().request("admin", listAuditLog, { anchor })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Invalid anchor",
      });
  });

  test("a change is there at once, with who made it, from where, and what was before and after (docs/behaviour/audit.md#entries)", async ({
    expect,
  }) => {
    const { admin, alice } = world().people;
    await world().request("admin", updateUser, { user_id: alice.id, full_name: "Alice Liddell" });
    expect(await newest()).toMatchObject({
      service: "users",
      actor: { user_id: admin.id },
      operation: "updateUser",
      changes: [
        {
          object: "user",
          key: { user_id: alice.id },
          before: { full_name: "Alice Member" },
          after: { full_name: "Alice Liddell" },
        },
      ],
    });
    await world().request("owner", updateRealm, { digest_weekday: 4 });
    expect((await newest())?.changes).toEqual([
      { object: "organization", key: {}, before: {}, after: { "settings.digest_weekday": 4 } },
    ]);
  });

  test("one change of several tables is one entry, and what is secret is not in it (docs/behaviour/audit.md#entries)", async ({
    expect,
  }) => {
    const { alice, owner } = world().people;
    const members = [alice.id];
    await world().request("owner", createUserGroup, { name: "rabbits", description: "", members });
    const group = await newest();
    expect(group?.changes.map(({ object }) => object)).toEqual(["user_group", "user_group_member"]);
    expect(group?.actor).toMatchObject({ user_id: owner.id });
    const secrets = await world().database.any(
      sql.type(z.object({ secret: z.string() }))`
        select hash as secret from password union select key from api_key`,
    );
    const all = JSON.stringify(
      await world().database.any(sql.type(z.object({ changes: z.unknown() }))`
        select changes from audit_entry`),
    );
    expect(secrets.length).toBeGreaterThan(2);
    expect(secrets.filter(({ secret }) => all.includes(secret))).toEqual([]);
    expect(all).toContain('"hash":"(hidden)"');
  });

  test("a change with a browser names its session, and one that nobody asked for has no actor (docs/behaviour/audit.md#entries)", async ({
    expect,
  }) => {
    const { identity, sessionId } = await browser(world(), "admin");
    await world().request(identity, updateRealm, { digest_weekday: 2 });
    expect((await newest())?.actor).toMatchObject({ session_id: sessionId });
    await world().database.query(sql.unsafe`
      update realm set description = 'By hand.' where realm_id = ${world().realm.id}`);
    expect(await newest()).toMatchObject({ actor: null, operation: "", request_id: "" });
  });

  test("the log is not shown in part when another service does not answer (docs/behaviour/audit.md#listing)", async ({
    expect,
  }) => {
    const alone = await world().addProcess({ CHANNELS_URL: "http://127.0.0.1:9" });
    const { identity } = world().people.admin;
    await expect(
      alone.request(listAuditLog, identity, {}, { realmId: world().realm.id }),
    ).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("what an operator does is there with the name of the key (docs/behaviour/audit.md#entries)", async ({
    expect,
  }) => {
    const body = { limits: { channels: 77 } };
    await askOperator(world(), `/organizations/${world().realm.id}`, { method: "PATCH", body });
    expect(await newest()).toMatchObject({
      actor: { operator: expect.any(String) },
      operation: "updateOrganization",
      changes: [{ object: "organization", key: {}, after: { "limits.channels": 77 } }],
    });
  });

  test("a sign-in with a password is written down, also one that fails, but not the name that was tried (docs/behaviour/audit.md#signing-in)", async ({
    expect,
  }) => {
    const { alice } = world().people;
    const right = { username: alice.email, password };
    const tried = async (input: typeof right) => {
      await world()
        .request(world().anonymous(), fetchApiKey, input)
        .catch(() => undefined);
      const entry = await newest();
      return { actor: entry?.actor?.user_id, changes: entry?.changes };
    };
    const change = (key: object, succeeded: boolean) => [
      { object: "sign_in", key, after: { method: "password", succeeded } },
    ];
    expect(await tried({ ...right, password: "wrong" })).toEqual({
      actor: undefined,
      changes: change({ user_id: alice.id }, false),
    });
    expect(await tried({ ...right, username: "my-secret@example.com" })).toEqual({
      actor: undefined,
      changes: change({}, false),
    });
    expect(await tried(right)).toEqual({
      actor: alice.id,
      changes: change({ user_id: alice.id }, true),
    });
  });

  test("pages of all services together have every entry once, and filters leave out the others (docs/behaviour/audit.md#listing)", async ({
    expect,
  }) => {
    const { admin } = world().people;
    const whole = await world().request("admin", listAuditLog, { limit: 1000 });
    expect(whole.found_oldest).toBe(true);
    expect(whole.entries.slice(-4).map(({ position, service }) => [service, position])).toEqual([
      ["messages", 2],
      ["messages", 1],
      ["channels", 2],
      ["channels", 1],
    ]);
    const paged: Entry[] = [];
    for (;;) {
      const anchor = paged.at(-1)?.id;
      const input = anchor === undefined ? { limit: 3 } : { limit: 3, anchor };
      const { entries, found_oldest: isLast } = await world().request("admin", listAuditLog, input);
      paged.push(...entries);
      if (isLast) break;
    }
    expect(paged).toEqual(whole.entries);
    const filtered = async (filter: object) =>
      (await world().request("admin", listAuditLog, filter)).entries;
    const byAdmin = await filtered({ actor_id: admin.id });
    expect(byAdmin.length).toBeGreaterThan(0);
    expect(byAdmin.filter(({ actor }) => actor?.user_id !== admin.id)).toEqual([]);
    expect(await filtered({ object: "thing", operation: "updateSomething" })).toHaveLength(4);
    expect(
      (await filtered({ since: peersChangedAtMs / 1000 + 1, limit: 1000 })).filter(
        ({ service }) => service !== "users",
      ),
    ).toEqual([]);
  });
});
