import type { listInvites, OutputOf } from "@team-chat/contract";

import type { Invitation } from "../queries/invitations/invitations.ts";

type InviteObject = OutputOf<typeof listInvites>["invites"][number];

/** Writes the address at which an invitation is accepted. The key is behind `#`, so that it is in no server's log. */
export function invitationUrl(realmUrl: string, token: string): string {
  return `${realmUrl}/join/${token}`;
}

/** Presents an invitation as clients see it. */
export function presentInvitation(invitation: Invitation, realmUrl: string): InviteObject {
  const { id, email, token, notifyReferrer } = invitation;
  return {
    id,
    invited_by_user_id: invitation.invitedBy,
    invited: seconds(invitation.createdAt),
    expiry_date: invitation.expiresAt === null ? null : seconds(invitation.expiresAt),
    invited_as: invitation.role,
    is_multiuse: email === null,
    ...(email === null
      ? { link_url: invitationUrl(realmUrl, token) }
      : { email, notify_referrer_on_join: notifyReferrer }),
  };
}

/** Whole seconds since 1970. */
export function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
