import {
  type InputOf,
  mostDays,
  type RealmSettings,
  realmSettings,
  type updateRealm,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { checkAdministrator, checkOwner } from "../accounts/targets.ts";
import { switchedMethods } from "../authentication/methods.ts";

type Given = InputOf<typeof updateRealm>;

/** Settings that only owners change: how people join and log in, who lets them in, and how long messages are kept. */
const forOwners: readonly (keyof Given)[] = [
  "authentication_methods",
  "can_create_groups",
  "can_invite_users_group",
  "can_manage_all_groups",
  "create_multiuse_invite_group",
  "disallow_disposable_email_addresses",
  "emails_restricted_to_domains",
  "invite_required",
  "message_retention_days",
  "second_factor_after_single_sign_on",
  "second_factor_grace_days",
  "second_factor_required_for",
  "waiting_period_threshold",
];

/** Checks that the actor may change the settings that the request names. @throws UNAUTHORIZED_PRINCIPAL */
export function checkMayUpdateRealm(
  actor: { readonly userId: number; readonly role: number },
  given: Given,
): void {
  checkAdministrator(actor);
  if (forOwners.some((name) => given[name] !== undefined)) checkOwner(actor);
}

/** Settings whose word `unlimited` stands for another value. */
const unlimited: Readonly<Record<string, number | null>> = {
  message_content_edit_limit_seconds: null,
  message_content_delete_limit_seconds: null,
  move_messages_within_stream_limit_seconds: null,
  move_messages_between_streams_limit_seconds: null,
  message_retention_days: -1,
};

/** Settings that name a channel; -1 for none. */
export const channelSettings = [
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "signup_announcements_stream_id",
  "zulip_update_announcements_stream_id",
] as const;

/** Providers among which an organization chooses. */
interface Offers {
  readonly callProviderIds: ReadonlySet<number>;
  readonly identityProviders: Parameters<typeof switchedMethods>[2];
}

/**
 * Returns the settings that the request changes, as they are stored; what is as it was is left out.
 * @throws BAD_REQUEST, REQUEST_VARIABLE_INVALID
 */
export function changedRealmSettings(
  given: Given,
  current: RealmSettings,
  { callProviderIds, identityProviders }: Offers,
): Readonly<Record<string, unknown>> {
  const before: Readonly<Record<string, unknown>> = current;
  const wanted: Readonly<Record<string, unknown>> = given;
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(realmSettings.shape)) {
    if (wanted[name] === undefined) continue;
    const value =
      name === "authentication_methods"
        ? switchedMethods(given[name] ?? {}, current, identityProviders)
        : stored(name, wanted[name]);
    if (JSON.stringify(value) !== JSON.stringify(before[name])) changed[name] = value;
  }
  const { video_chat_provider: provider } = changed;
  if (typeof provider === "number" && !callProviderIds.has(provider))
    throw new AppError("BAD_REQUEST", `Invalid video_chat_provider ${provider}`);
  return changed;
}

function stored(name: string, given: unknown): unknown {
  if (Object.hasOwn(unlimited, name)) return limit(name, given);
  return name === "jitsi_server_url" ? checkedUrl(given as string) : given;
}

function limit(name: string, given: unknown): number | null {
  if (given === "unlimited") return unlimited[name] ?? null;
  const most = name === "message_retention_days" ? mostDays : Number.MAX_SAFE_INTEGER;
  if (typeof given === "number" && given > 0 && given <= most) return given;
  throw new AppError("REQUEST_VARIABLE_INVALID", `Bad value for '${name}': ${String(given)}`, {
    details: { var_name: name, bad_value: given },
  });
}

function checkedUrl(given: string): string | null {
  if (given === "default") return null;
  if (URL.canParse(given) && /^https?:\/\//.test(given)) return given;
  throw new AppError("BAD_REQUEST", "jitsi_server_url is not a URL");
}
