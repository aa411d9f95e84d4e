import { roles, unknownUserAvatar, unknownUserName, type UserObject } from "@team-chat/contract";

/**
 * Clients without the capability `user_list_incomplete` expect every user in the list: this is one whom they may not
 * see (docs/behaviour/users.md#users-hidden-from-guests).
 */
export function presentUnknownUser(
  userId: number,
  { hostname, profileData, createdAt }: Form,
): UserObject {
  return {
    user_id: userId,
    email: `user${userId}@${hostname}`,
    delivery_email: null,
    full_name: unknownUserName,
    role: roles.member,
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    date_joined: `${createdAt.toISOString().slice(0, 16)}+00:00`,
    timezone: "",
    avatar_url: unknownUserAvatar,
    avatar_version: 1,
    ...(profileData ? { profile_data: {} } : {}),
  };
}

interface Form {
  readonly hostname: string;
  readonly profileData: boolean;
  /** Of the organization: when the user joined is unknown too. */
  readonly createdAt: Date;
}
