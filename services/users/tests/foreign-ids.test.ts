import {
  addLinkifier,
  addNavigationView,
  addPlayground,
  addBlockedAddress,
  addRealmDomain,
  createApiKey,
  createAuditDestination,
  createBot,
  createProfileField,
  createScimToken,
  createSession,
  createSavedSnippet,
  createUserGroup,
  listInvites,
  listSessions,
  type Operation,
  operations,
  sendInvites,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { World } from "./world.ts";

const world = useWorld(() => World.create());

const unknown = 999_999;

/** Ids of the other organization, by the parameter that names such a thing. */
const theirs: Record<string, number | string> = {};

beforeAll(async () => {
  const { identity, id } = world().acmeOwner;
  const ask = (operation: Operation, params: object) =>
    world().request(identity, operation, params);
  /** Makes something, and notes the id in its answer. */
  const make = async (name: string, operation: Operation, params: object) => {
    const { result: _result, msg: _msg, ...answer } = await ask(operation, params);
    const made = Object.entries(answer).find(([key]) => /(?:^|_)id$/.test(key))?.[1];
    theirs[name] = Number(made);
  };
  theirs["user_id"] = id;
  theirs["muted_user_id"] = id;
  theirs["user_id_or_email"] = String(id);
  theirs["email"] = "owner@acme.example";
  await make("bot_id", createBot, { full_name: "Their Bot", short_name: "theirs" });
  const snippet = { title: "Theirs", content: "secret" };
  await make("saved_snippet_id", createSavedSnippet, snippet);
  await make("token_id", createScimToken, { name: "Theirs" });
  const siem = { name: "Theirs", url: "https://siem.example.com/" };
  await make("destination_id", createAuditDestination, siem);
  const linkifier = { pattern: "T(?P<id>[0-9]+)", url_template: "https://acme.example/{id}" };
  await make("filter_id", addLinkifier, linkifier);
  const playground = {
    name: "Theirs",
    pygments_language: "python",
    url_template: "https://acme.example/{code}",
  };
  await make("playground_id", addPlayground, playground);
  await make("field_id", createProfileField, { name: "Theirs", field_type: 1 });
  const group = { name: "theirs", description: "", members: [] };
  await make("user_group_id", createUserGroup, group);
  await ask(sendInvites, { invitee_emails: "invited@acme.example" });
  const { invites } = await ask(listInvites, {});
  theirs["invite_id"] = Number((invites as readonly { id: number }[])[0]?.id);
  await ask(addRealmDomain, { domain: "theirs.example", allow_subdomains: false });
  const browser = { username: "owner@acme.example", password: null, client: "", address: "" };
  await world().call(createSession, { realmId: world().acme.id, ...browser });
  const { sessions } = await ask(listSessions, {});
  theirs["session_id"] = Number((sessions as readonly { id: number }[])[0]?.id);
  const key = { user_id: id, name: "Theirs", scopes: ["all" as const] };
  await make("key_id", createApiKey, key);
  theirs["domain"] = "theirs.example";
  await ask(addBlockedAddress, { pattern: "theirs.example" });
  theirs["pattern"] = "theirs.example";
  const view = { fragment: "narrow/is/dm", is_pinned: true, name: "Theirs" };
  await ask(addNavigationView, view);
  theirs["fragment"] = view.fragment;
});

/** Parameters that are required besides, and lists whose members are ids of others. */
const besides: Readonly<Record<string, object>> = {
  createApiKey: { name: "Mine", scopes: ["read"] },
  updateUser: { full_name: "Other Name" },
  updateUserByEmail: { full_name: "Other Name" },
  updateBot: { full_name: "Other Name" },
  updateUserStatus: { status_text: "busy" },
  updateSavedSnippet: { title: "Mine" },
  updateLinkifier: { pattern: "mine", url_template: "https://example.com/" },
  updateProfileField: { name: "Mine" },
  updateUserGroup: { name: "mine" },
  updateUserGroupMembers: { add: [1] },
  updateUserGroupSubgroups: { add: [1] },
  updateNavigationView: { is_pinned: false },
  updateRealmDomain: { allow_subdomains: true },
};

/**
 * Emoji are named, so that those of others are no different from unknown ones; providers of calls are those of the
 * installation; the rest tells nothing of an organization.
 */
const without = new Set([
  "uploadRealmEmoji",
  "deactivateRealmEmoji",
  "getAvatarImage",
  "getRealmEmojiImage",
  "registerCallUser",
  "deauthorizeCallUser",
]);

const named = operations.filter(
  ({ auth, name, owner, params }) =>
    owner === "users" &&
    (auth === "user" || auth === "human") &&
    !without.has(name) &&
    Object.values(params).some(({ wire }) => wire === "path"),
);

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: object;
}

async function refusalOf(operation: Operation, as: Caller, params: object): Promise<Refusal> {
  try {
    await world().request(as, operation, params);
  } catch (error) {
    const { code, message, details } = error as Refusal;
    return { code, message, details };
  }
  throw new Error(`${operation.name} was done.`);
}

describe("what another organization has (docs/behaviour/api.md#separation-of-organizations)", () => {
  for (const operation of named)
    test(`what another organization has does not exist for ${operation.name}`, async ({
      expect,
    }) => {
      const { owner } = world().people;
      const names = Object.entries(operation.params)
        .filter(([, { wire }]) => wire === "path")
        .map(([name]) => name);
      const of = (value: (name: string) => number | string | undefined) =>
        Object.fromEntries(names.map((name) => [name, value(name)]));
      const foreign = of((name) => theirs[name]);
      expect(Object.values(foreign)).not.toContain(undefined);
      const nothing = of((name) =>
        typeof theirs[name] === "number" ? unknown : String(theirs[name]).replace(/^./, "z"),
      );
      const more = besides[operation.name] ?? {};
      const refused = await refusalOf(operation, owner.identity, { ...foreign, ...more });
      const missing = await refusalOf(operation, owner.identity, { ...nothing, ...more });
      const plain = ({ code, message }: Refusal, given: object) => ({
        code,
        message: Object.values(given).reduce<string>(
          (text, value) => text.replaceAll(String(value), "X"),
          message,
        ),
      });
      expect(plain(refused, foreign)).toEqual(plain(missing, nothing));
      expect(["BAD_REQUEST", "NOT_FOUND", "RESOURCE_NOT_FOUND"]).toContain(refused.code);
    });
});
