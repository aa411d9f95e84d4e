import { roles, type UserObject } from "@team-chat/contract";

import { apiEmail } from "../policies/accounts/api-email.ts";
import { maySeeEmail } from "../policies/accounts/email-visibility.ts";
import type { Account } from "../queries/accounts/accounts.ts";
import { avatarUrl, isGravatar } from "./avatar.ts";

/** For whom and how users are written. */
export interface UserForm {
  readonly viewer: { readonly userId: number; readonly role: number };
  readonly hostname: string;
  readonly clientGravatar: boolean;
  readonly profileData: boolean;
}

/** Presents a user as the viewer sees it (docs/behaviour/users.md#user-object), with `is_active`. */
export function presentUser(user: Account, form: UserForm): UserObject {
  return {
    user_id: user.userId,
    email: apiEmail(user, form.hostname),
    delivery_email: maySeeEmail(form.viewer, user) ? user.deliveryEmail : null,
    full_name: user.fullName,
    role: user.role,
    is_active: user.isActive,
    is_owner: user.role === roles.owner,
    is_admin: user.role <= roles.administrator,
    is_guest: user.role === roles.guest,
    is_bot: user.isBot,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    ...(user.isSystemBot ? { is_system_bot: true } : {}),
    date_joined: isoMinute(user.joinedAt),
    timezone: user.timezone,
    avatar_url: form.clientGravatar && isGravatar(user) ? null : avatarUrl(user, form.hostname),
    avatar_version: user.avatarVersion,
    ...(form.profileData && !user.isBot ? { profile_data: user.profileData } : {}),
  };
}

function isoMinute(moment: Date): string {
  return `${moment.toISOString().slice(0, 16)}+00:00`;
}
