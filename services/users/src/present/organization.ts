import { type Organization, presentLimits } from "@team-chat/contract";

import type { Plans } from "../policies/organization/plans.ts";
import type { Sites } from "../policies/organization/sites.ts";
import type { ListedRealm } from "../queries/organization/listed-realms.ts";

interface Presenting {
  readonly sites: Sites;
  readonly plans: Plans;
}

/** Shows an organization to its operator. */
export function presentOrganization(
  { plans, sites }: Presenting,
  realm: ListedRealm,
): Organization {
  return {
    id: realm.id,
    subdomain: realm.subdomain,
    url: sites.urlOf(realm),
    name: realm.name,
    state: realm.deactivated ? "suspended" : "active",
    suspension_reason: realm.deactivated ? realm.suspensionReason : "",
    plan: realm.plan,
    limits: presentLimits(plans.limitsOf(realm)),
    messages_turn: realm.messagesTurn,
    active_accounts: realm.activeUsers,
    deletion: deletionOf(realm),
    created_at: Math.floor(realm.createdAt.getTime() / 1000),
  };
}

function deletionOf({
  deletionDueAt: dueAt,
  deletionState: state,
}: ListedRealm): Organization["deletion"] {
  if (state === null || dueAt === null) return null;
  return { state, due_at: Math.floor(dueAt.getTime() / 1000) };
}
