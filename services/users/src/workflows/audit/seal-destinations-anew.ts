import type { Context } from "../../context.ts";
import {
  listSealedDestinations,
  replaceSealedDestination,
} from "../../queries/audit/destinations.ts";
import { auditSecrets } from "../../values/audit-secrets.ts";

/**
 * Seals the secrets of destinations with the first of the installation's keys, so that those behind it can be taken
 * away (docs/subsystems/secrets.md#the-identity-key).
 */
export async function sealDestinationsAnew({ db, signIns }: Context): Promise<void> {
  for (const row of await listSealedDestinations(db)) {
    const anew = await signIns.texts.sealAnew(row.sealed, auditSecrets);
    if (anew !== null) await replaceSealedDestination(db, row, anew);
  }
}
