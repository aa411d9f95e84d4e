import { getRealmExportArchive, listRealmExports } from "@team-chat/contract";
import { onTestFinished } from "vitest";

import type { Realm, Who } from "../realm.ts";
import type { World } from "../world.ts";

/** Steps of administrators with exports. */
export class Exports {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** An organization in which alice and the bot 9 are administrators. */
  realm(): Realm {
    const realm = this.#world.realm();
    realm.data.setUser(1, { role: 200 });
    realm.data.setUser(9, { role: 200, isBot: true });
    return realm;
  }

  async list(realm: Realm) {
    return (await realm.request("alice", listRealmExports, {})).exports;
  }

  download(realm: Realm, who: Who, id: number): Promise<Response> {
    const path = getRealmExportArchive.path.replace("{export_id}", String(id));
    return this.#world.fetch({ ...getRealmExportArchive, path }, realm.identity(who));
  }

  /** It is so much later, in ms, for the rest of the test. */
  later(ms: number): void {
    const { clock } = this.#world;
    clock.aheadMs = ms;
    onTestFinished(() => {
      clock.aheadMs = 0;
    });
  }
}

/** Refusal of whoever is no administrator. */
export const notAdministrator = {
  code: "UNAUTHORIZED_PRINCIPAL",
  message: "Must be an organization administrator",
};
