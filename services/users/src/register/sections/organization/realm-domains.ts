import { rememberedFields, rowsOfOrganization } from "@team-chat/register";

import { presentDomain } from "../../../present/domain.ts";
import {
  domainRow,
  type DomainRow,
  selectDomains,
} from "../../../queries/organization/realm-domains.ts";
import { registerSection, type Registration } from "../../registration/registration.ts";

/** Addresses with which people may join. */
export const realmDomains = registerSection({
  name: "realm_domains",
  load: rowsOfOrganization({
    select: ({ realmId }) => selectDomains(realmId),
    row: domainRow,
    followsMemory: true,
  }),
  render,
  spectator: render,
});

function render(_: Registration, rows: readonly DomainRow[]) {
  return rememberedFields(rows, "fields", () => ({ realm_domains: rows.map(presentDomain) }));
}
