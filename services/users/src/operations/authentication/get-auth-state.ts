import type { getAuthState as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { realmRef } from "../../policies/organization/sites.ts";
import { findAuthState } from "../../queries/authentication/auth-state.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Finds the organization that a host names, and the users whose cached keys must be forgotten. */
export async function getAuthState(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const address = ctx.sites.addressOf(input.host);
  const state = address === null ? null : await findAuthState(ctx.hot, address, input.since);
  if (state === null) return { known: false };
  const { authVersion, changedUserIds, suspensionReason, usersVersion } = state;
  const realm = { ...realmRef(state, ctx.sites), deactivated: state.deactivated };
  const share = ctx.plans.shareOf(state);
  const mostQueues = ctx.plans.quotasOf(state).queues;
  const versions = { authVersion, usersVersion, changedUserIds };
  return { known: true, realm, suspensionReason, share, mostQueues, ...versions };
}
