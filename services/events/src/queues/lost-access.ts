import type { Entry } from "../stream/entry.ts";

const nobody: ReadonlySet<number> = new Set();

/** Users who lost their access with this entry: their queues end (reference/event-payloads.md §1.3, `is_active`). */
export function usersWithoutAccess(entry: Entry): ReadonlySet<number> {
  if (entry.service !== "users") return nobody;
  const ids = entry.events.flatMap(({ domain: { event } }) => {
    if (event.type !== "realm_user" || event["op"] !== "update") return [];
    const person = event["person"] as { readonly user_id: number; readonly is_active?: boolean };
    return person.is_active === false ? [person.user_id] : [];
  });
  return new Set(ids);
}
