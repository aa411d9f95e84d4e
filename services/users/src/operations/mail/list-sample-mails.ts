import type { listSampleMails as contract } from "@team-chat/contract";
import { languageCodes } from "@team-chat/html";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkDevelopment } from "../../policies/authentication/login.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Shows what e-mail looks like (docs/behaviour/mail.md#previews). */
export async function listSampleMails(
  ctx: Context,
  _: Identity,
  { realmId }: Input,
): Promise<Output> {
  checkDevelopment(ctx.mode);
  // What reads HTML takes a tenth of a start's time, and nothing else of this service needs it (docs/optimizations.md).
  const { sampleLetters } = await import("../../present/sample-letters.ts");
  const realm = await loadRealm(ctx.db, realmId);
  const head = { name: realm.name, url: ctx.sites.urlOf(realm) };
  const mails = languageCodes.flatMap((language) =>
    Object.entries(sampleLetters({ ...head, language })).map(([kind, letter]) => ({
      kind,
      language,
      ...letter,
    })),
  );
  return { mails };
}
