import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import type { SamlPeer } from "../../domain/sign-in/saml/saml.ts";
import { messageKeptMs } from "../../policies/authentication/saml-messages.ts";
import {
  deleteOldSamlMessages,
  insertSamlMessage,
} from "../../queries/authentication/saml-messages.ts";

interface Heard {
  readonly realmId: number;
  readonly peer: SamlPeer;
}

/**
 * Reads what a provider says. Pages tell no reasons to whoever tries; the log has them for whoever sets a provider up.
 * @throws AUTHENTICATION_FAILED
 */
export async function readSaml<T>(
  ctx: Context,
  { peer: { provider }, realmId }: Heard,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn(
      { realmId, providerId: provider.id, reason: error.message },
      "what a SAML provider says is refused",
    );
    const text = `${provider.name} did not confirm who you are`;
    throw new AppError("AUTHENTICATION_FAILED", text, { cause: error });
  }
}

interface Message extends Heard {
  readonly messageId: string;
  readonly kept: { readonly tokenHash: Buffer; readonly sealed: string } | null;
}

/**
 * Notes a message, so that it works at no process again, and forgets those that are too old anyway.
 * @throws AUTHENTICATION_FAILED when it came before
 */
export async function noteSamlMessage(ctx: Context, message: Message): Promise<void> {
  const { kept, messageId, peer, realmId } = message;
  const nowMs = ctx.now();
  await deleteOldSamlMessages(ctx.db, realmId, new Date(nowMs - messageKeptMs));
  const { issuer } = peer.provider;
  const noted = { issuer, messageId, kept, receivedAt: new Date(nowMs) };
  if (!(await insertSamlMessage(ctx.db, realmId, noted)))
    throw new AppError("AUTHENTICATION_FAILED", "This sign-in was used already. Try again");
}
