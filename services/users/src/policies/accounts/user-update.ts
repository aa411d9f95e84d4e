import { roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { isEmailAddress } from "./names.ts";
import { checkAdministrator, checkOwner } from "./targets.ts";

interface Actor {
  readonly userId: number;
  readonly role: number;
  readonly canChangeUserEmails: boolean;
}

interface RoleChange {
  readonly actor: Actor;
  readonly from: number;
  readonly to: number;
  /** Number of active humans who are owners now. */
  readonly owners: number;
  readonly targetIsActiveOwner: boolean;
}

/**
 * Checks that a role may be changed (docs/behaviour/users.md#roles).
 * @throws UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export function checkRoleChange({
  actor,
  from,
  to,
  owners,
  targetIsActiveOwner,
}: RoleChange): void {
  if (from === roles.owner || to === roles.owner) checkOwner(actor);
  checkAdministrator(actor);
  if (from === roles.guest && to <= roles.administrator)
    throw new AppError("BAD_REQUEST", "Guests cannot be organization administrators");
  if (targetIsActiveOwner && owners <= 1) {
    throw new AppError(
      "BAD_REQUEST",
      "The owner permission cannot be removed from the only organization owner.",
    );
  }
}

/** @throws BAD_REQUEST when the actor may not give others a new address, or the address is none */
export function checkEmailChange(actor: Actor, newEmail: string): void {
  if (actor.role > roles.owner || !actor.canChangeUserEmails)
    throw new AppError("BAD_REQUEST", "User not authorized to change user emails");
  if (!isEmailAddress(newEmail)) throw new AppError("BAD_REQUEST", "Invalid new email address.");
}
