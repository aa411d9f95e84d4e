import type { HotPool } from "@team-chat/pg";
import { limitsGuests } from "@team-chat/policy";

import type { Recipients } from "../domain/recipients.ts";
import { listPartnersOf } from "../queries/recipients/partners.ts";
import type { Draft } from "./draft.ts";

/** Answers what finding a recipient asks for. */
export interface RecipientSources {
  readonly hot: HotPool;
  readonly recipients: Pick<Recipients, "ofChannel" | "ofUsers">;
}

/** A message's recipient, as the statement that writes the message and the events need it. */
export interface LoadedRecipient {
  readonly recipientId: number;
  /** With whom the sender has direct conversations, where a receiver may not know them; null where all do. */
  readonly partnerIds: readonly number[] | null;
}

/**
 * Finds a draft's recipient, and creates it when this is the first message there. To be called when nothing
 * can refuse the message any more. @throws SERVICE_UNAVAILABLE
 */
export async function loadRecipient(
  { hot, recipients }: RecipientSources,
  { realm, target }: Draft,
): Promise<LoadedRecipient> {
  const { actor, channels, realmId, users } = realm;
  if (target.kind === "direct") {
    const ids = target.participants.map(({ id }) => id);
    return { recipientId: await recipients.ofUsers(realmId, ids), partnerIds: null };
  }
  const { id } = target.channel;
  const recipientId = await recipients.ofChannel(realmId, id);
  // Whoever is in a channel is known to everybody there.
  const isOpen = channels.isSubscribed(actor.id, id) || !limitsGuests(users);
  return { recipientId, partnerIds: isOpen ? null : await listPartnersOf(hot, realmId, actor.id) };
}
