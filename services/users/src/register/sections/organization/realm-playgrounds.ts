import { rememberedFields, rowsOfOrganization } from "@team-chat/register";

import { presentPlayground } from "../../../present/playground.ts";
import {
  playgroundRow,
  type PlaygroundRow,
  selectPlaygrounds,
} from "../../../queries/organization/playgrounds.ts";
import { registerSection, type Registration } from "../../registration/registration.ts";

/** Sites on which code of some language can be run. */
export const realmPlaygrounds = registerSection({
  name: "realm_playgrounds",
  load: rowsOfOrganization({
    select: ({ realmId }) => selectPlaygrounds(realmId),
    row: playgroundRow,
    followsMemory: true,
  }),
  render,
  spectator: render,
});

function render(_: Registration, rows: readonly PlaygroundRow[]) {
  return rememberedFields(rows, "fields", () => ({
    realm_playgrounds: rows.map(presentPlayground),
  }));
}
