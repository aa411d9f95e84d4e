import type { RegisterRequest, RegisterSections } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { admitsSpectators } from "@team-chat/policy";
import { askedSections, renderSections } from "@team-chat/register";

import type { Context } from "../../context.ts";
import { sections } from "../../register/sections.ts";
import { loadAnnouncedSnapshot } from "../../workflows/realm/load-announced-snapshot.ts";
import { loadUsers } from "../../workflows/realm/load-directories.ts";

/**
 * Answers this service's part of the initial data. It decides for all services whether somebody without an account
 * gets any. @throws UNAUTHORIZED
 */
export async function getRegisterSections(
  ctx: Context,
  identity: Identity,
  request: RegisterRequest,
): Promise<RegisterSections> {
  if (identity.kind === "service") throw new Error("A service has no initial data.");
  if (identity.kind === "anonymous")
    return spectatorSections(ctx, identity.realm?.id ?? 0, request);
  const includeSubscribers =
    request.includeSubscribers === "partial"
      ? { recent: await ctx.recentUsers.of(identity.realm.id) }
      : request.includeSubscribers;
  const asked = askedSections("channels", sections, request).map(({ user }) => user);
  const known = await loadUsers(ctx, identity);
  const read = await loadAnnouncedSnapshot(ctx, identity, { users: known.users, sections: asked });
  const { channels } = read.moment;
  return renderSections(asked, read, { ...known, channels, request, includeSubscribers });
}

async function spectatorSections(
  ctx: Context,
  realmId: number,
  request: RegisterRequest,
): Promise<RegisterSections> {
  const users = await ctx.users.current(realmId);
  const asked = askedSections("channels", sections, request).map(({ spectator }) => spectator);
  const read = await ctx.registers.of({ realmId, userId: null, sections: asked });
  const { channels } = read.moment;
  if (!admitsSpectators({ webPublicStreams: ctx.webPublicStreams, users, channels })) {
    throw new AppError(
      "UNAUTHORIZED",
      "Not logged in: API authentication or user session required",
    );
  }
  return renderSections(asked, read, { users, channels });
}
