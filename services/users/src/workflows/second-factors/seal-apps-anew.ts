import type { Context } from "../../context.ts";
import { appSecret } from "../../policies/second-factors/second-factors.ts";
import {
  listSealedApps,
  replaceSealedSecret,
} from "../../queries/second-factors/second-factors.ts";

const pageSize = 1000;

/**
 * Seals the secrets of authenticator apps with the first of the installation's keys, so that those behind it can be
 * taken away (docs/subsystems/secrets.md#the-identity-key).
 */
export async function sealAppsAnew({ db, signIns }: Context): Promise<void> {
  let last = { realmId: 0, userId: 0 };
  for (;;) {
    const page = await listSealedApps(db, last, pageSize);
    for (const { sealedSecret: before, ...own } of page) {
      const after = await signIns.texts.sealAnew(before, appSecret);
      if (after !== null) await replaceSealedSecret(db, own, { before, after });
      last = own;
    }
    if (page.length < pageSize) return;
  }
}
