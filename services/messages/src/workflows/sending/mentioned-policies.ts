import { followsMention } from "../../policies/automatic-visibility.ts";
import type { Draft } from "../../sending/draft.ts";
import { type PolicyChange, policyOf, topicOf } from "./automatic-policies.ts";

/**
 * Finds out how being mentioned changes the preferences of others for the topic, when the sender's own changes by `own`
 * (docs/behaviour/messages.md#automatic-topic-preferences); null where it changes none.
 */
export function policyOfMentioned(
  { mentioned, realm, target }: Draft,
  own: PolicyChange | null,
): PolicyChange | null {
  if (target.kind === "direct" || mentioned.personally.size === 0) return null;
  const members = realm.channels.subscribersOf(target.channel.id);
  const userIds = [...mentioned.personally].filter((id) => {
    const user = realm.users.users.get(id);
    const isOwn = own !== null && id === realm.actor.id;
    if (!user || isOwn || !members.has(id)) return false;
    return followsMention(user, policyOf(realm, target, id));
  });
  if (userIds.length === 0) return null;
  return { ...topicOf(realm, target), userIds, policy: 3, keepMuted: true };
}
