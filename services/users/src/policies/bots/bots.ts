import { botTypes, type GroupSettingValue, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import {
  type Actor,
  checkNotGuest,
  holdsRealmPermission,
  insufficientPermission,
  type RealmPermissionName,
} from "../accounts/rights.ts";

interface Manager {
  readonly userId: number;
  readonly role: number;
}

interface Bot {
  readonly isBot: boolean;
  readonly isSystemBot: boolean;
  readonly botOwnerId: number | null;
}

/** Returns the bot, when the actor manages it: its owner and administrators do. @throws BAD_REQUEST */
export function managedBot<T extends Bot>(actor: Manager, bot: T | null): T {
  checkNotGuest(actor);
  if (!bot?.isBot || bot.isSystemBot) throw new AppError("BAD_REQUEST", "No such bot");
  if (actor.role > roles.administrator && bot.botOwnerId !== actor.userId)
    throw insufficientPermission();
  return bot;
}

/** @throws BAD_REQUEST when the organization does not let the actor create bots of the type */
export function checkMayCreateBot(
  actor: Actor,
  botType: number,
  permissions: Readonly<Record<RealmPermissionName, GroupSettingValue>>,
): void {
  if (holdsRealmPermission(actor, "can_create_bots_group", permissions)) return;
  const isWriteOnly = botType === botTypes.incomingWebhook;
  if (isWriteOnly && holdsRealmPermission(actor, "can_create_write_only_bots_group", permissions))
    return;
  throw insufficientPermission();
}

interface Owner {
  readonly isBot: boolean;
  readonly isActive: boolean;
}

/** Checks that somebody may own bots, and returns the account. @throws BAD_REQUEST */
export function possibleOwner<T extends Owner>(user: T | null): T {
  const failed = "Failed to change owner,";
  if (user === null) throw new AppError("BAD_REQUEST", `${failed} user does not exist`);
  if (!user.isActive) throw new AppError("BAD_REQUEST", `${failed} user is deactivated`);
  if (user.isBot) throw new AppError("BAD_REQUEST", `${failed} bots can't own other bots`);
  return user;
}

/** @throws BAD_REQUEST unless messages can be posted there */
export function checkPayloadUrl(name: string, url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new AppError("BAD_REQUEST", `${name} is not a URL`);
}

/** @throws BAD_REQUEST */
export function checkInterface(value: number): void {
  if (value !== 1 && value !== 2) throw new AppError("BAD_REQUEST", "Invalid interface type");
}
