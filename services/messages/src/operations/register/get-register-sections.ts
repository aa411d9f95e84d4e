import type { RegisterRequest, RegisterSections } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { askedSections, renderSections } from "@team-chat/register";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { sections } from "../../register/sections.ts";

const nothingUnread = { topics: [], mentions: [], isCut: false };

/** Answers this service's part of the initial data, as of one moment. @throws UNAUTHORIZED */
export async function getRegisterSections(
  ctx: Context,
  identity: Identity,
  request: RegisterRequest,
): Promise<RegisterSections> {
  if (identity.kind === "service")
    throw new AppError("UNAUTHORIZED", "The initial data is somebody's.");
  const asked = askedSections("messages", sections, request);
  if (identity.kind === "anonymous") {
    const forms = asked.map(({ spectator }) => spectator);
    const realmId = identity.realm?.id ?? 0;
    const read = await ctx.registers.of({ realmId, userId: null, sections: forms });
    return renderSections(forms, read, null);
  }
  const realm = await loadRealm(ctx, identity);
  const forms = asked.map(({ user }) => user);
  const { realmId, actor } = realm;
  const read = await ctx.registers.of({ realmId, userId: actor.id, sections: forms });
  const unread = read.moment.get(actor.id) ?? nothingUnread;
  return renderSections(forms, read, { ...realm, request, unread });
}
