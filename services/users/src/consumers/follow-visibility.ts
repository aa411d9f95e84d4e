import { type Bundle, type DomainEvent, hasType } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../context.ts";
import { settleVisibility } from "../workflows/visibility/settle-visibility.ts";

/**
 * Tells by its facts whether guests may see somebody else after a bundle, as `affectsVisibility` does by its events.
 */
export const mayAffectVisibility = hasType(new Set(["subscription", "realm", "realm_user"]));

/**
 * Tells whether guests may see somebody else after the event: it concerns who is where, who is a guest, or what the
 * organization lets guests see.
 */
export function affectsVisibility({ event }: DomainEvent): boolean {
  switch (event.type) {
    case "subscription":
    case "realm":
      return true;
    case "realm_user": {
      const person = event["person"] as Readonly<Record<string, unknown>>;
      return event["op"] === "update" && ("role" in person || "is_active" in person);
    }
    default:
      return false;
  }
}

/**
 * Tells guests whom they see after a change of channels or users. What is to be told follows from what holds now and
 * what was told last, so it does not matter how often, how late or in what order bundles come.
 */
export async function followVisibility(ctx: Context, bundle: Bundle): Promise<void> {
  if (!bundle.events.some(affectsVisibility)) return;
  try {
    await settleVisibility(ctx, bundle.realm);
  } catch (error) {
    // Nobody is left to be told anything.
    if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error;
  }
}
