import { roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Sees } from "../visibility/visibility.ts";

interface Actor {
  readonly userId: number;
  readonly role: number;
}

interface Target {
  readonly isBot: boolean;
  readonly isSystemBot: boolean;
  readonly botOwnerId: number | null;
}

/** Returns a user that somebody asked for. @throws BAD_REQUEST when it is null */
export function existing<T>(user: T | null): T {
  if (user === null) throw new AppError("BAD_REQUEST", "No such user");
  return user;
}

/**
 * Returns a user that somebody asked for who may not see everybody.
 * @throws BAD_REQUEST, the same when it is null and when it may not be seen
 */
export function seen<T extends Parameters<Sees>[0]>(user: T | null, sees: Sees): T {
  return existing(user !== null && sees(user) ? user : null);
}

/**
 * Administrators administer everybody, owners of bots their bots; nobody the bots of the server.
 * @throws BAD_REQUEST
 */
export function checkMayAdminister(actor: Actor, target: Target): void {
  if (target.isSystemBot) existing(null);
  if (actor.role <= roles.administrator) return;
  if (target.isBot && target.botOwnerId === actor.userId) return;
  throw new AppError("BAD_REQUEST", "Insufficient permission");
}

/** Checks that the actor is an owner. @throws UNAUTHORIZED_PRINCIPAL */
export function checkOwner(actor: Actor): void {
  if (actor.role > roles.owner)
    throw new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
}

/** Checks that the actor is an administrator. @throws UNAUTHORIZED_PRINCIPAL */
export function checkAdministrator(actor: Actor): void {
  if (actor.role > roles.administrator)
    throw new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
}
