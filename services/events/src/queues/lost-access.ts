import type { Entry } from "../stream/entry.ts";

/** Tells of each user whether access ended. */
type Loss = (userId: number) => boolean;

/** Who loses access with this entry, so that their queues end; null for the many entries with which nobody does (reference/event-payloads.md §1.3, §1.4). */
export function accessLoss(entry: Entry): Loss | null {
  if (entry.service !== "users") return null;
  if (closesRealm(entry)) return () => true;
  const ids = entry.events.flatMap(({ domain: { event } }) => {
    if (event.type !== "realm_user" || event["op"] !== "update") return [];
    const person = event["person"] as { readonly user_id: number; readonly is_active?: boolean };
    return person.is_active === false ? [person.user_id] : [];
  });
  if (ids.length === 0) return null;
  const gone = new Set(ids);
  return (userId) => gone.has(userId);
}

/** Whether the organization was deactivated: everybody is told, and then all queues end. */
export function closesRealm(entry: Entry): boolean {
  return (
    entry.service === "users" &&
    entry.events.some(
      ({ domain: { event } }) => event.type === "realm" && event["op"] === "deactivated",
    )
  );
}
