import { roles } from "@team-chat/contract";
import { type Connection, sql, type Transaction, UniqueViolation } from "@team-chat/pg";
import { z } from "zod";

import type { Versions } from "../organization/versions.ts";

const accountRow = z.object({
  userId: z.number(),
  deliveryEmail: z.string(),
  emailVisibility: z.number(),
  fullName: z.string(),
  role: z.number(),
  isActive: z.boolean(),
  isBot: z.boolean(),
  /** Of the server: in every organization, without key, password and groups. */
  isSystemBot: z.boolean(),
  botType: z.number().nullable(),
  botOwnerId: z.number().nullable(),
  /** Of bots: names of channels, empty for none. */
  defaultSendingStream: z.string(),
  defaultSendingChannelId: z.number().nullable(),
  defaultEventsRegisterStream: z.string(),
  defaultEventsRegisterChannelId: z.number().nullable(),
  defaultAllPublicStreams: z.boolean(),
  botConfig: z.record(z.string(), z.string()),
  joinedAt: z.date(),
  timezone: z.string(),
  avatarSource: z.string(),
  avatarVersion: z.number(),
  /** Part of the address of an uploaded picture; empty without one. */
  avatarSecret: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** True if a new account begins with the organization's default channels. */
  joinsDefaultChannels: z.boolean(),
  canCreateUsers: z.boolean(),
  canChangeUserEmails: z.boolean(),
  /** Values by id of the custom profile field. */
  profileData: z.record(
    z.string(),
    z.object({ value: z.string(), rendered_value: z.string().optional() }),
  ),
  alertWords: z.array(z.string()),
  /** Oldest first; UNIX seconds. */
  mutedUsers: z.array(z.object({ id: z.number(), timestamp: z.number() })),
});

export type Account = z.infer<typeof accountRow>;

const columns = sql.fragment`
  user_id as "userId", delivery_email as "deliveryEmail", email_visibility as "emailVisibility",
  full_name as "fullName", role, is_active as "isActive", is_bot as "isBot", is_system_bot as "isSystemBot",
  bot_type as "botType",
  bot_owner_id as "botOwnerId", default_sending_stream as "defaultSendingStream",
  default_sending_channel_id as "defaultSendingChannelId",
  default_events_register_stream as "defaultEventsRegisterStream",
  default_events_register_channel_id as "defaultEventsRegisterChannelId",
  default_all_public_streams as "defaultAllPublicStreams", bot_config as "botConfig", joined_at as "joinedAt", timezone, avatar_source as "avatarSource",
  avatar_version as "avatarVersion", avatar_secret as "avatarSecret", settings, profile_data as "profileData", joins_default_channels as "joinsDefaultChannels", can_create_users as "canCreateUsers",
  can_change_user_emails as "canChangeUserEmails", alert_words as "alertWords", muted_users as "mutedUsers"
`;

/** Finds the account, active or not, or null. */
export function findAccount(
  db: Connection,
  realmId: number,
  userId: number,
): Promise<Account | null> {
  return db.maybeOne(sql.type(accountRow)`
    select ${columns} from account where realm_id = ${realmId} and user_id = ${userId}
  `);
}

/** Loads the account that a signed identity names. Throws when it does not exist. */
export function loadAccount(db: Connection, realmId: number, userId: number): Promise<Account> {
  return db.one(sql.type(accountRow)`
    select ${columns} from account where realm_id = ${realmId} and user_id = ${userId}
  `);
}

/**
 * Finds the account with this real address in any case, active or not, or null; never a system bot, whose address is
 * nobody's.
 */
export function findAccountByEmail(
  db: Connection,
  realmId: number,
  email: string,
): Promise<Account | null> {
  return db.maybeOne(sql.type(accountRow)`
    select ${columns} from account where realm_id = ${realmId} and lower(delivery_email) = lower(${email}) and not is_system_bot
  `);
}

/** Lists everybody, also the deactivated and the system bots, by id. */
export function listAccounts(db: Connection, realmId: number): Promise<readonly Account[]> {
  return db.any(sql.type(accountRow)`
    select ${columns} from account where realm_id = ${realmId} order by user_id
  `);
}

/** Accounts that changed after the version, by id. */
export function listAccountsSince(
  db: Connection,
  realmId: number,
  version: number,
): Promise<readonly Account[]> {
  return db.any(sql.type(accountRow)`
    select ${columns} from account where realm_id = ${realmId} and version > ${version} order by user_id
  `);
}

/** Lists all bots but those of the server, by id. */
export function listBots(db: Connection, realmId: number): Promise<readonly Account[]> {
  return db.any(sql.type(accountRow)`
    select ${columns} from account
    where realm_id = ${realmId} and is_bot and not is_system_bot
    order by user_id
  `);
}

/** Lists those of the accounts with these ids that exist, by id. */
export async function listAccountsAmong(
  db: Connection,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly Account[]> {
  if (userIds.length === 0) return [];
  return db.any(sql.type(accountRow)`
    select ${columns} from account
    where realm_id = ${realmId} and user_id = any(${sql.array([...userIds], "int8")})
    order by user_id
  `);
}

/** Lists the bots that a user owns, also deactivated ones, by id. */
export function listBotsOf(
  db: Connection,
  realmId: number,
  ownerId: number,
): Promise<readonly Account[]> {
  return db.any(sql.type(accountRow)`
    select ${columns} from account
    where realm_id = ${realmId} and is_bot and bot_owner_id = ${ownerId}
    order by user_id
  `);
}

/** Counts the active humans with the role. */
export function countActiveHumans(db: Connection, realmId: number, role: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from account
    where realm_id = ${realmId} and role = ${role} and is_active and not is_bot
  `);
}

const ids = z.object({ userId: z.number() });

/** Active accounts with at most this role number, by id; without system bots. */
export function listActiveIds(
  db: Connection,
  realmId: number,
  maxRole: number,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(ids)`
    select user_id as "userId" from account
    where realm_id = ${realmId} and is_active and not is_system_bot and role <= ${maxRole}
    order by user_id
  `);
}

/** Lists those of the users that are active humans, by id. */
export function listHumansAmong(
  db: Connection,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(ids)`
    select user_id as "userId" from account
    where
      realm_id = ${realmId} and user_id = any(${sql.array([...userIds], "int8")})
      and is_active and not is_bot
    order by user_id
  `);
}

export type NewAccount = Pick<
  Account,
  "deliveryEmail" | "emailVisibility" | "fullName" | "role" | "isBot" | "botType" | "botOwnerId"
> &
  Partial<Pick<Account, "isSystemBot" | "canCreateUsers" | "canChangeUserEmails" | "settings">> &
  Partial<Pick<Account, "avatarSource" | "avatarSecret" | "joinsDefaultChannels">> &
  Partial<BotChange>;

/** Inserts an account; returns null when the address is taken. */
export async function insertAccount(
  tx: Transaction,
  realmId: number,
  { account, versions }: { readonly account: NewAccount; readonly versions: Versions },
): Promise<Account | null> {
  return tx.maybeOne(sql.type(accountRow)`
    insert into account (
      realm_id, delivery_email, email_visibility, full_name, role, is_bot, is_system_bot, bot_type, bot_owner_id, settings,
      default_sending_stream, default_sending_channel_id,
      default_events_register_stream, default_events_register_channel_id,
      default_all_public_streams, bot_config, avatar_source, avatar_secret, joins_default_channels,
      can_create_users, can_change_user_emails, version, auth_version
    ) values (
      ${realmId}, ${account.deliveryEmail}, ${account.emailVisibility}, ${account.fullName}, ${account.role},
      ${account.isBot}, ${account.isSystemBot ?? false}, ${account.botType}, ${account.botOwnerId},
      ${JSON.stringify(account.settings ?? {})}::jsonb,
      ${account.defaultSendingStream ?? ""}, ${account.defaultSendingChannelId ?? null}::bigint,
      ${account.defaultEventsRegisterStream ?? ""}, ${account.defaultEventsRegisterChannelId ?? null}::bigint,
      ${account.defaultAllPublicStreams ?? false}, ${JSON.stringify(account.botConfig ?? {})}::jsonb,
      ${account.avatarSource ?? "G"}, ${account.avatarSecret ?? ""},
      ${account.joinsDefaultChannels ?? (!account.isBot && account.role !== roles.guest)},
      ${account.canCreateUsers ?? false}, ${account.canChangeUserEmails ?? false},
      ${versions.version}, ${versions.authVersion}
    )
    on conflict (realm_id, lower(delivery_email)) do nothing
    returning ${columns}
  `);
}

/** Columns that only bots use. */
export type BotChange = Pick<
  Account,
  | "defaultSendingStream"
  | "defaultSendingChannelId"
  | "defaultEventsRegisterStream"
  | "defaultEventsRegisterChannelId"
  | "defaultAllPublicStreams"
  | "botConfig"
>;

export interface AccountChange extends Partial<BotChange> {
  readonly botOwnerId?: number;
  readonly fullName?: string;
  readonly role?: number;
  readonly deliveryEmail?: string;
  readonly avatarSource?: string;
  readonly avatarSecret?: string;
  readonly avatarVersion?: number;
  readonly isActive?: boolean;
  readonly emailVisibility?: number;
  readonly timezone?: string;
  /** All that differ from the defaults in the contract. */
  readonly settings?: Account["settings"];
}

/** Writes what changed and stamps the row. False when the new address is taken. */
export async function updateAccount(
  tx: Transaction,
  account: { readonly realmId: number; readonly userId: number },
  { change, versions }: { readonly change: AccountChange; readonly versions: Versions },
): Promise<boolean> {
  try {
    await tx.query(sql.unsafe`
      update account
      set
        full_name = coalesce(${change.fullName ?? null}, full_name),
        role = coalesce(${change.role ?? null}::smallint, role),
        delivery_email = coalesce(${change.deliveryEmail ?? null}, delivery_email),
        avatar_source = coalesce(${change.avatarSource ?? null}, avatar_source),
        avatar_secret = coalesce(${change.avatarSecret ?? null}, avatar_secret),
        avatar_version = coalesce(${change.avatarVersion ?? null}::integer, avatar_version),
        is_active = coalesce(${change.isActive ?? null}::boolean, is_active),
        email_visibility = coalesce(${change.emailVisibility ?? null}::smallint, email_visibility),
        bot_owner_id = coalesce(${change.botOwnerId ?? null}::bigint, bot_owner_id),
        default_sending_stream = coalesce(${change.defaultSendingStream ?? null}, default_sending_stream),
        default_sending_channel_id = case
          when ${change.defaultSendingStream === undefined}::boolean then default_sending_channel_id
          else ${change.defaultSendingChannelId ?? null}::bigint
        end,
        default_events_register_stream =
          coalesce(${change.defaultEventsRegisterStream ?? null}, default_events_register_stream),
        default_events_register_channel_id = case
          when ${change.defaultEventsRegisterStream === undefined}::boolean then default_events_register_channel_id
          else ${change.defaultEventsRegisterChannelId ?? null}::bigint
        end,
        default_all_public_streams =
          coalesce(${change.defaultAllPublicStreams ?? null}::boolean, default_all_public_streams),
        bot_config = coalesce(${jsonOrNull(change.botConfig)}::jsonb, bot_config),
        timezone = coalesce(${change.timezone ?? null}, timezone),
        settings = coalesce(${jsonOrNull(change.settings)}::jsonb, settings),
        version = ${versions.version},
        auth_version = ${versions.authVersion}
      where realm_id = ${account.realmId} and user_id = ${account.userId}
    `);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

function jsonOrNull(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
