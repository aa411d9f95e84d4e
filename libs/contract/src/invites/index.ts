import { acceptInvite } from "./accept-invite.ts";
import { createInviteLink } from "./create-invite-link.ts";
import { listInvites } from "./list-invites.ts";
import { previewInvite } from "./preview-invite.ts";
import { resendInvite } from "./resend-invite.ts";
import { revokeInviteLink } from "./revoke-invite-link.ts";
import { revokeInvite } from "./revoke-invite.ts";
import { sendInvites } from "./send-invites.ts";

export {
  acceptInvite,
  createInviteLink,
  listInvites,
  previewInvite,
  resendInvite,
  revokeInvite,
  revokeInviteLink,
  sendInvites,
};

export const invitesOperations = [
  listInvites,
  sendInvites,
  createInviteLink,
  previewInvite,
  acceptInvite,
  revokeInvite,
  revokeInviteLink,
  resendInvite,
] as const;
