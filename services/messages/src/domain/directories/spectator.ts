import type { UserRecord } from "@team-chat/contract";

/** The user who stands for everybody without an account: a guest who is in no channel and has received nothing. */
export const spectator: UserRecord = {
  id: 0,
  email: "",
  deliveryEmail: "",
  fullName: "",
  role: 600,
  isActive: true,
  isBot: false,
  isSystemBot: false,
  botType: null,
  botOwnerId: null,
  dateJoined: 0,
  avatarUrl: "",
  defaultSendingChannelId: null,
  joinsDefaultChannels: true,
  avatarIsGravatar: false,
  emailVisibility: 4,
  settings: {},
  webhook: null,
};

/** Tells whether the reader is a spectator, who is nobody in particular. */
export function isSpectator({ id }: Pick<UserRecord, "id">): boolean {
  return id === spectator.id;
}
