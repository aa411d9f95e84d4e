import { audienceTest, messagesRestoredEvent, roles } from "@team-chat/contract";

import type { Descriptor } from "../../values/descriptor.ts";
import type { Entry, EntryEvent } from "../stream/entry.ts";

/** Tells of each queue whether its user may not have it any more. */
type Loss = (queue: Pick<Descriptor, "userId" | "allPublicStreams">) => boolean;

/** Fields of an event about a user that may end queues. */
interface Facts {
  readonly user_id: number;
  readonly is_active?: boolean;
  readonly role?: number;
}

/**
 * Returns a test for the queues that end with this entry, or null for the many entries that end none: queues of users
 * who are deactivated, whose key was replaced or whose sessions were ended, those for all public channels of a user who
 * becomes a guest, all of an organization that is deactivated or has another address, and those of users whose deleted
 * messages are back (docs/behaviour/events.md#end-of-access).
 */
export function accessLoss(entry: Entry): Loss | null {
  if (entry.service === "users") return lossByUsers(entry);
  return entry.service === "messages" && entry.events.some(isRestoring) ? restoring(entry) : null;
}

function isRestoring({ domain: { event } }: EntryEvent): boolean {
  return event.type === "messages_restored";
}

/** Tests that were made, one for each entry whatever the number of queues. */
const made = new WeakMap<Entry, Loss>();

function restoring(entry: Entry): Loss {
  const known = made.get(entry);
  if (known !== undefined) return known;
  const tests = entry.events.filter(isRestoring).map(({ domain: { event } }): Loss => {
    const { concerned, is_public: isPublic } = messagesRestoredEvent.parse(event);
    const isFor = audienceTest(concerned);
    return ({ allPublicStreams, userId }) => (isPublic && allPublicStreams) || isFor(userId);
  });
  const loss: Loss = (queue) => tests.some((test) => test(queue));
  made.set(entry, loss);
  return loss;
}

function lossByUsers(entry: Entry): Loss | null {
  if (closesRealm(entry)) return () => true;
  const gone = new Set<number>();
  const guests = new Set<number>();
  for (const { domain } of entry.events) {
    const { type, op, person, user_id: userId } = domain.event;
    if (type === "address_changed") return () => true;
    if (type === "api_key_replaced" || type === "sessions_ended") gone.add(userId as number);
    if (type !== "realm_user" || op !== "update") continue;
    const { user_id: id, is_active: isActive, role } = person as Facts;
    if (isActive === false) gone.add(id);
    if (role === roles.guest) guests.add(id);
  }
  if (gone.size + guests.size === 0) return null;
  return ({ userId, allPublicStreams }) =>
    gone.has(userId) || (allPublicStreams && guests.has(userId));
}

/** Tells whether the entry deactivates the organization: everybody receives it, and then all queues end. */
export function closesRealm(entry: Entry): boolean {
  return (
    entry.service === "users" &&
    entry.events.some(
      ({ domain: { event } }) => event.type === "realm" && event["op"] === "deactivated",
    )
  );
}
