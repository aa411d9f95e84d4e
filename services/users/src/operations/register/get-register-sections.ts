import { type registerOperations, type RegisterRequest, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { askedSections, remembered, renderSections } from "@team-chat/register";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/organization/realm-view.ts";
import type { RealmPresence } from "../../domain/presence/realm-presence.ts";
import { visibleTo } from "../../policies/visibility/visibility.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { groupFacts, type Registration } from "../../register/registration/registration.ts";
import { allSeenBySpectators, spectatorAccount } from "../../register/registration/spectator.ts";
import { sections } from "../../register/sections.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { settleVisibility } from "../../workflows/visibility/settle-visibility.ts";

type Output = z.input<typeof registerOperations.users.output>;

/**
 * Answers this service's part of the initial data, as of one moment; whether somebody without an account gets any,
 * channels decides. @throws UNAUTHORIZED
 */
export async function getRegisterSections(
  ctx: Context,
  identity: Identity,
  request: RegisterRequest,
): Promise<Output> {
  if (identity.kind === "service" || identity.realm === null)
    throw new AppError("UNAUTHORIZED", "Initial data is of an organization, for a client.");
  const { realm } = identity;
  const userId = identity.kind === "user" ? identity.userId : null;
  if (identity.kind === "user" && identity.role === roles.guest)
    await settleVisibility(ctx, realm.id, { guestId: identity.userId });
  const presence = await ctx.presence.of(realm.id);
  const asked = askedSections("users", sections, request).map(({ spectator, user }) =>
    userId === null ? spectator : user,
  );
  const read = await ctx.registers.of({ realmId: realm.id, userId, sections: asked });
  const registration = registrationOf(ctx, {
    request,
    userId,
    presence,
    view: read.moment,
    url: ctx.sites.urlOf(read.moment.realm),
    hostname: ctx.sites.hostnameOf(realm.subdomain),
    hidesBots: identity.kind === "user" && identity.key?.isLimited === true,
  });
  return {
    ...renderSections(asked, read, registration),
    ...queueDefaultsOf(registration.own),
    mostQueues: registration.quotas.queues,
  };
}

interface Registering {
  readonly request: RegisterRequest;
  /** Null for somebody without an account. */
  readonly userId: number | null;
  readonly presence: RealmPresence;
  readonly view: RealmView;
  readonly url: string;
  readonly hostname: string;
  readonly hidesBots: boolean;
}

function registrationOf(ctx: Context, { userId, view, ...registering }: Registering): Registration {
  const { realm, sorted } = view;
  const own = accountOf(view, userId);
  return {
    ...registering,
    own,
    realm,
    view,
    settings: remembered(realm, "settings", () => completeSettings(realm.settings)),
    quotas: remembered(realm, "quotas", () => ctx.plans.quotasOf(realm)),
    ...groupFacts(view),
    isSpectator: userId === null,
    webPublicStreams: ctx.webPublicStreams,
    calls: ctx.calls,
    identityProviders: ctx.signIns,
    isDevelopment: ctx.mode === "development",
    serverGeneration: ctx.startedAt,
    nowMs: ctx.now(),
    sees: visibleTo(view.visibilities, own.userId),
    accounts: userId === null ? allSeenBySpectators(sorted) : sorted,
  };
}

/** @throws UNAUTHORIZED when there is no such account */
function accountOf({ accounts, realm }: RealmView, userId: number | null): Account {
  if (userId === null) return remembered(realm, "spectator", () => spectatorAccount(realm));
  const own = accounts.get(userId);
  if (own === undefined) throw new AppError("UNAUTHORIZED", "There is no such account.");
  return own;
}

/** Returns the stored defaults of a bot's queues; nothing where there are none. */
function queueDefaultsOf(own: Account): Pick<Output, "queueDefaults"> {
  const { defaultEventsRegisterChannelId: id, defaultEventsRegisterStream: name } = own;
  if (id === null && !own.defaultAllPublicStreams) return {};
  const channel = id === null ? null : { id, name };
  return { queueDefaults: { channel, allPublicStreams: own.defaultAllPublicStreams } };
}
