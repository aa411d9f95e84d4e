import { rememberedFields, rowsOfOrganization } from "@team-chat/register";

import { presentLinkifier } from "../../../present/linkifier.ts";
import {
  linkifierRow,
  type LinkifierRow,
  selectLinkifiers,
} from "../../../queries/organization/linkifiers.ts";
import { registerSection, type Registration } from "../../registration/registration.ts";

/** Patterns whose matches become links, in order. */
export const realmLinkifiers = registerSection({
  name: "realm_linkifiers",
  load: rowsOfOrganization({
    select: ({ realmId }) => selectLinkifiers(realmId),
    row: linkifierRow,
    followsMemory: true,
  }),
  render,
  spectator: render,
});

function render({ request }: Registration, rows: readonly LinkifierRow[]) {
  // Clients without templates could only show wrong links (docs/behaviour/organization.md#linkifiers).
  if (request.capabilities["linkifier_url_template"] !== true) return { realm_linkifiers: [] };
  return rememberedFields(rows, "fields", () => ({ realm_linkifiers: rows.map(presentLinkifier) }));
}
