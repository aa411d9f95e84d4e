import { presentPlayground } from "../../present/playground.ts";
import { listPlaygroundRows } from "../../queries/organization/playgrounds.ts";
import type { Prospect } from "../change-realm.ts";

/** Tells everybody of all playgrounds, after a change that is written already. */
export async function announcePlaygrounds({ begin }: Prospect): Promise<void> {
  const { tx, realmId, emit } = await begin({});
  const playgrounds = await listPlaygroundRows(tx, realmId);
  emit({
    audience: { to: "everyone" },
    event: {
      type: "realm_playgrounds",
      realm_playgrounds: playgrounds.map(presentPlayground),
    },
  });
}
