import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import type { GivenDelivery } from "../../sending/draft.ts";
import { loadUncheckedDraft } from "../../sending/load-unchecked.ts";
import type { Target } from "../../sending/target.ts";
import { send } from "./send.ts";

interface BotMessage extends GivenDelivery {
  readonly target: Target;
  readonly content: string;
  /** On whose account it is rendered; that of the bot when it is left out. */
  readonly payerId?: number;
  /** Sent once, however often it is sent with the same key. */
  readonly idempotencyKey: string;
}

/**
 * Sends what a bot, the realm's actor, may say anyway: its permissions are not asked for. Returns the message's
 * id. @throws BAD_REQUEST, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
 */
export async function sendAsBot(
  ctx: Context,
  realm: RealmView,
  message: BotMessage,
): Promise<number> {
  return send(ctx, await loadUncheckedDraft(ctx, realm, message));
}
