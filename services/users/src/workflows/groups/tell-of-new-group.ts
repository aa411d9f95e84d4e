import { loadGroup } from "../../queries/groups/groups.ts";
import type { Change } from "../change.ts";
import { type GroupFacts, presentGroups } from "./load-group-facts.ts";

/** Tells everybody of a group that was just created. */
export async function tellOfNewGroup(
  change: Change,
  id: number,
  { systemGroups }: Pick<GroupFacts, "systemGroups">,
): Promise<void> {
  const { realmId, tx } = change;
  const groups = [await loadGroup(tx, realmId, id)];
  const [group] = await presentGroups(tx, realmId, { groups, systemGroups });
  change.emit({
    audience: { to: "everyone" },
    event: { type: "user_group", op: "add", group },
  });
}
