import { roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { checkAdministrator, checkOwner } from "../accounts/targets.ts";

interface Inviter {
  readonly userId: number;
  readonly role: number;
}

/** Checks that nobody gives what only a higher role may give. @throws UNAUTHORIZED_PRINCIPAL */
export function checkMayInviteAs(actor: Inviter, role: number): void {
  if (role === roles.owner) checkOwner(actor);
  else if (role < roles.member) checkAdministrator(actor);
}

/**
 * Checks that the actor may see, revoke and resend an invitation.
 * @throws BAD_REQUEST as for one that does not exist, UNAUTHORIZED_PRINCIPAL
 */
export function checkMayManageInvitation(
  actor: Inviter,
  { invitedBy, role }: { readonly invitedBy: number; readonly role: number },
): void {
  if (invitedBy === actor.userId) return;
  if (actor.role > roles.administrator) throw unknownInvitation();
  if (role === roles.owner) checkOwner(actor);
}

/** Opens the invitation that somebody has the key of. @throws BAD_REQUEST when it cannot be accepted any more */
export function openInvitation<Found>(invitation: Found | null): Found {
  if (invitation !== null) return invitation;
  throw new AppError("BAD_REQUEST", "The invitation does not exist or has expired.");
}

/** Refuses an invitation that does not exist or is not the caller's. */
export function unknownInvitation(): AppError {
  return new AppError("BAD_REQUEST", "No such invitation");
}

/** Returns the addresses of a request, each once, in order. @throws BAD_REQUEST when there are none */
export function inviteeAddresses(text: string): readonly string[] {
  const addresses = text
    .split(/[,\n]/)
    .map((part) => /<([^<>]*)>\s*$/.exec(part)?.[1] ?? part)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const unique = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  if (unique.size === 0)
    throw new AppError("BAD_REQUEST", "You must specify at least one email address.");
  return [...unique.values()];
}

/** An address that is not invited, why, and whether only because it is a user's already. */
export type Failure = readonly [address: string, reason: string, isMember: boolean];

/**
 * Makes the error that names the addresses that were not invited (docs/behaviour/invitations.md#inviting-by-e-mail).
 */
export function invitationFailed(
  failures: readonly Failure[],
  { sent }: { readonly sent: boolean },
): AppError {
  const text = sent
    ? "Some of those addresses are already using this organization, so we didn't send them an invitation. We did send invitations to everyone else!"
    : "We weren't able to invite anyone.";
  const message =
    !sent && failures.some(([, , isMember]) => !isMember)
      ? "Some emails did not validate, so we didn't send any invitations."
      : text;
  return new AppError("INVITATION_FAILED", message, {
    details: {
      errors: failures,
      sent_invitations: sent,
      daily_limit_reached: false,
      license_limit_reached: false,
    },
  });
}
