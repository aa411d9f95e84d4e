import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { UserForm } from "../../present/user.ts";

interface Wanted {
  readonly client_gravatar: boolean;
  readonly include_custom_profile_fields: boolean;
}

/** Chooses the form in which users are written for the caller. */
export function userForm(ctx: Context, caller: Caller, wanted: Wanted): UserForm {
  return {
    viewer: caller,
    hostname: ctx.sites.hostnameOf(caller.realm.subdomain),
    clientGravatar: wanted.client_gravatar,
    profileData: wanted.include_custom_profile_fields,
  };
}
