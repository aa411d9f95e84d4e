import { type RegisterRequest, type RegisterSections, sectionBytes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { admitsSpectators } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { renderRegisterSections } from "../../present/register-sections.ts";
import { renderSpectatorSections } from "../../present/spectator-sections.ts";
import { loadAnnouncedSnapshot } from "../../workflows/realm/load-announced-snapshot.ts";
import { loadUsers } from "../../workflows/realm/load-directories.ts";

/** Nobody has this id: what is read for it is what everybody has. */
const noUser = 0;

/**
 * This service's part of `POST /register`. It decides for all services whether somebody without an account gets any.
 * @throws UNAUTHORIZED
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
  const asked = await loadUsers(ctx, identity);
  const { channels, rows } = await loadAnnouncedSnapshot(ctx, identity, asked.users);
  const sections = renderRegisterSections(
    request,
    { rows, includeSubscribers },
    { ...asked, channels },
  );
  return { snapshot: rows.snapshot, bytes: sectionBytes(sections) };
}

async function spectatorSections(
  ctx: Context,
  realmId: number,
  request: RegisterRequest,
): Promise<RegisterSections> {
  const users = await ctx.users.current(realmId);
  const { channels, rows } = await ctx.registers.of({ realmId, userId: noUser });
  if (!admitsSpectators({ webPublicStreams: ctx.webPublicStreams, users, channels })) {
    throw new AppError(
      "UNAUTHORIZED",
      "Not logged in: API authentication or user session required",
    );
  }
  const sections = renderSpectatorSections(request, rows, { users, channels });
  return { snapshot: rows.snapshot, bytes: sectionBytes(sections) };
}
