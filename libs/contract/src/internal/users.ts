import { z } from "zod";

import { keyScopes } from "../api-keys/key-scopes.ts";
import { internalOperation, openRecord } from "../internal-operation.ts";
import { announcedQuotas, announcedShare } from "./organization-limits.ts";
import { personLanguage } from "./second-factors.ts";

/** Versions count the changes of one realm in one service, from 1; 0 asks for everything. */
const version = z.int().nonnegative();

/** A realm as other services need it. */
export const realmRecord = z.object({
  id: z.int(),
  subdomain: z.string(),
  /** Canonical URL without trailing slash. */
  url: z.string(),
  /** Domain of API e-mail addresses; left out by the release before, which has that of the URL. */
  hostname: z.string().optional(),
  name: z.string(),
  deactivated: z.boolean(),
  /** Every other setting of the organization, by the name `PATCH /realm` uses, without `realm_`. */
  settings: openRecord,
  /** Left out by the release before, which knows no quotas. */
  quotas: announcedQuotas.optional(),
});

/** A user as other services need it; never the password or the key. */
export const userRecord = z.object({
  id: z.int(),
  /** The API email (docs/behaviour/users.md#e-mail-addresses). */
  email: z.string(),
  deliveryEmail: z.string(),
  fullName: z.string(),
  role: z.int(),
  isActive: z.boolean(),
  isBot: z.boolean(),
  /**
   * A bot of the server, like the one with the address `notification-bot@…` that posts notices; nobody logs in as one.
   */
  isSystemBot: z.boolean(),
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for humans. */
  botType: z.int().nullable(),
  botOwnerId: z.int().nullable(),
  /** True if a new user begins with the organization's default channels. */
  joinsDefaultChannels: z.boolean(),
  /** Of a bot: where channel messages go that name no channel; null for nowhere. */
  defaultSendingChannelId: z.int().nullable(),
  /** UNIX seconds. */
  dateJoined: z.int(),
  /** Always a URL, absolute or relative to the realm; `avatarIsGravatar` says whether clients may compute it. */
  avatarUrl: z.string(),
  avatarIsGravatar: z.boolean(),
  /** 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  emailVisibility: z.int(),
  /** The user's settings that other services decide by, by the name `PATCH /settings` uses. */
  settings: openRecord,
  /** Addresses that outgoing webhooks of this bot are sent to; null when it has none. */
  webhook: z
    .object({ url: z.string(), interface: z.int(), token: z.string(), name: z.string() })
    .nullable(),
});

/** A user group; system groups have names beginning `role:`. */
export const groupRecord = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  isSystem: z.boolean(),
  deactivated: z.boolean(),
  /** Direct members and direct subgroups, ascending. */
  members: z.array(z.int()),
  subgroups: z.array(z.int()),
  /** Group settings, e.g. can_mention_group, as group-setting values. */
  settings: openRecord,
});

export type RealmRecord = z.infer<typeof realmRecord>;
export type UserRecord = z.infer<typeof userRecord>;
export type GroupRecord = z.infer<typeof groupRecord>;

/** Everything of a realm's users that changed after a version. */
export const usersState = z.object({
  version,
  /** Null when the realm itself did not change. */
  realm: realmRecord.nullable(),
  users: z.array(userRecord),
  groups: z.array(groupRecord),
});

export type UsersState = z.infer<typeof usersState>;

export const getUsersState = internalOperation({
  name: "getUsersState",
  owner: "users",
  onlyReads: true,
  input: z.object({ realmId: z.int(), since: version }),
  output: usersState,
  doc: "Realm, users and groups that changed after the given version, and the current version; empty lists when nothing did.",
});

export const getAuthState = internalOperation({
  name: "getAuthState",
  owner: "users",
  onlyReads: true,
  input: z.object({
    /** The Host header, lower-cased, with its port. */
    host: z.string(),
    since: version,
  }),
  output: z.discriminatedUnion("known", [
    z.object({ known: z.literal(false) }),
    z.object({
      known: z.literal(true),
      realm: realmRecord.pick({ id: true, subdomain: true, url: true, deactivated: true }),
      /** Why the operator has closed the organization; empty when nothing was said. */
      suspensionReason: z.string().default(""),
      /** Left out by the release before, which knows no limits of organizations. */
      share: announcedShare.optional(),
      /** Most event queues in one process; null for no limit, and from the release before. */
      mostQueues: announcedQuotas.shape.queues.default(null),
      /** Of everything that matters for letting somebody in: keys, e-mails, roles, activity, the realm's own state. */
      authVersion: version,
      /** Of everything of the realm's users. */
      usersVersion: version,
      /** Users to forget because they changed after `since`; null means forget everything. */
      changedUserIds: z.array(z.int()).nullable(),
    }),
  ]),
  doc: "Which realm a host is, and whose cached keys a gateway must forget.",
});

export const checkOwnPassword = internalOperation({
  name: "checkOwnPassword",
  owner: "users",
  input: z.object({ realmId: z.int(), userId: z.int(), password: z.string() }),
  output: z.object({ isRight: z.boolean() }),
  doc: "Whether this is the password of an account, so that the gateway counts wrong ones.",
});

/** Describes an account that a request may run as. */
const admitted = {
  valid: z.literal(true),
  userId: z.int(),
  role: z.int(),
  isBot: z.boolean(),
  isIncomingWebhook: z.boolean(),
  /** Rules `seconds:count,…` that replace the default rate limits; empty when the defaults hold. */
  rateLimits: z.string(),
  /** Milliseconds that are left to set up a second factor that is required; left out where none is lacking. */
  validForMs: z.number().optional(),
};

/** API key beside the one that every account has. */
const namedKey = z.object({
  id: z.int(),
  scopes: z.array(z.enum(keyScopes)),
  /** Channels that it sends to and nothing else; left out where it is not limited to any. */
  channelIds: z.array(z.int()).optional(),
});

export const checkApiKey = internalOperation({
  name: "checkApiKey",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    email: z.string(),
    apiKey: z.string(),
    /** True if whoever asks goes by scopes; left out by the release before, for which keys with scopes are unknown. */
    knowsScopes: z.boolean().default(false),
  }),
  /** `reason` selects the text of docs/behaviour/api.md#authentication. */
  output: z.discriminatedUnion("valid", [
    z.object({
      valid: z.literal(false),
      reason: z.enum(["unknown", "user_deactivated", "realm_deactivated", "other_realm"]),
      /** True if the key is good, but its owner lacks a second factor that is overdue. */
      lacksFactor: z.literal(true).optional(),
      /** True if the key was good, and has expired. */
      hasExpired: z.literal(true).optional(),
    }),
    z.object({
      ...admitted,
      /** Left out for the key that every account has. */
      key: namedKey.optional(),
    }),
  ]),
  doc: "Whether an e-mail address and a key belong to an active account of the realm.",
});

export const createSession = internalOperation({
  name: "createSession",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    username: z.string(),
    /** Null in development mode only, where anybody may be logged in as. */
    password: z.string().nullable(),
    /** Path that follows; left out by the release before, which goes there by itself. */
    next: z.string().max(1000).default("/"),
    /** The header `User-Agent`. */
    client: z.string(),
    address: z.string(),
  }),
  output: z.object({
    token: z.string(),
    /** True if the second factor is lacking: the token is then that of the half sign-in, and no session's. */
    isHalf: z.boolean().default(false),
    /** True if a second factor is required that is not set up. */
    lacksFactor: z.boolean().default(false),
  }),
  doc: "Logs somebody in with a browser, but for the second factor; refuses as `POST /fetch_api_key` does.",
});

export const checkSession = internalOperation({
  name: "checkSession",
  owner: "users",
  input: z.object({ realmId: z.int(), token: z.string() }),
  output: z.discriminatedUnion("valid", [
    z.object({
      valid: z.literal(false),
      /** True if the session is good, but its owner lacks a second factor that is overdue. */
      lacksFactor: z.literal(true).optional(),
    }),
    z.object({ ...admitted, sessionId: z.int() }),
  ]),
  doc: "Whose session a token is, if it has not ended.",
});

export const getAccessMark = internalOperation({
  name: "getAccessMark",
  owner: "users",
  onlyReads: true,
  input: z.object({
    realmId: z.int(),
    userId: z.int(),
    sessionId: z.int().nullable(),
    /** Key beside the one that every account has; left out by the release before. */
    keyId: z.int().nullable().optional(),
  }),
  output: z.object({ mark: z.string().nullable() }),
  doc: "What a session of a user, one of the user's further keys, or without either the user's key, is known by: another key has another mark, a session or key that has ended none.",
});

export const endOwnSession = internalOperation({
  name: "endOwnSession",
  owner: "users",
  input: z.object({ realmId: z.int(), token: z.string() }),
  output: z.object({
    language: personLanguage,
    /** Provider at which the person logs out as well; left out for none. */
    provider: z.object({ name: z.string(), url: z.string() }).optional(),
  }),
  doc: "Logs out: ends the session of a token, if there is one. Says where to log out as well, if a provider wants to hear of it.",
});

export const listUnseenUsers = internalOperation({
  name: "listUnseenUsers",
  owner: "users",
  input: z.object({ realmId: z.int(), viewerId: z.int(), userIds: z.array(z.int()) }),
  output: z.object({ userIds: z.array(z.int()) }),
  doc: "Which of the users somebody may not see; none for those who see everybody (docs/subsystems/users.md, Guests' visibility).",
});

export const noteAcquaintance = internalOperation({
  name: "noteAcquaintance",
  owner: "users",
  input: z.object({ realmId: z.int(), userIds: z.array(z.int()) }),
  output: z.object({}),
  doc: "These users have a direct conversation by now, so that guests among them see the others.",
});

export const claimGroups = internalOperation({
  name: "claimGroups",
  owner: "users",
  input: z.object({ realmId: z.int(), groupIds: z.array(z.int()) }),
  output: z.object({ isActive: z.boolean() }),
  doc: "Says, within a transaction that is about to use groups, that they must not be deactivated meanwhile; whether all of them are active.",
});

export const listRecentUsers = internalOperation({
  name: "listRecentUsers",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    /** UNIX seconds. */
    since: z.int(),
    /** True for those only who did something themselves; a client that is merely open does not count. */
    onlyActive: z.boolean().default(false),
  }),
  output: z.object({ userIds: z.array(z.int()) }),
  doc: "Users whose clients have reported themselves since the moment, ascending.",
});

export const followChannels = internalOperation({
  name: "followChannels",
  owner: "users",
  input: z.object({ realmId: z.int() }),
  output: z.object({}),
  doc: "Memberships in channels have changed: tells guests at once whom they see by now (docs/subsystems/users.md, Guests' visibility).",
});
