import { roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import type { DirectoryPerson } from "../../domain/directory/person.ts";
import { type Account, countActiveHumans, loadAccount } from "../../queries/accounts/accounts.ts";
import {
  type DirectoryAccount,
  upsertPersonGone,
} from "../../queries/authentication/directories.ts";
import type { OpenDirectory } from "../../values/directory-settings.ts";
import { deactivateWithBots } from "../accounts/set-activity.ts";
import { applyClaims, type Steps } from "../authentication/apply-claims.ts";
import { applyPerson, type GivenPicture } from "../authentication/apply-person.ts";
import { claimsOf } from "../authentication/load-directory-account.ts";
import { reactivate } from "../authentication/reactivate.ts";
import { changeRealm } from "../change-realm.ts";

type Site = Parameters<typeof changeRealm>[1];

/** Result of a synchronisation for one account. */
type Outcome = "deactivated" | "reactivated" | "same" | "updated";

/** An account and the person of the directory that it belongs to; null when the directory lacks them. */
export interface Pairing {
  readonly account: DirectoryAccount;
  readonly person: DirectoryPerson | null;
  readonly picture: GivenPicture | null;
}

/** Undoes a transaction that was only to show what it would do. */
class OnlyTried extends Error {
  readonly done: { readonly outcome: Outcome; readonly email: string };

  constructor(done: OnlyTried["done"]) {
    super("Nothing is to be changed.");
    this.done = done;
  }
}

interface Doing {
  readonly realm: Site;
  readonly directory: OpenDirectory;
  readonly isDryRun: boolean;
}

/** Makes one account agree with the directory, or says what that would be. */
export async function syncAccount(
  ctx: Context,
  { directory, isDryRun, realm }: Doing,
  pairing: Pairing,
): Promise<OnlyTried["done"]> {
  const presence = await ctx.presence.of(realm.id);
  try {
    return await changeRealm(ctx, realm, async ({ begin, tx }) => {
      let begun: ReturnType<Steps["change"]> | undefined;
      const steps: Steps = { tx, log: ctx.log, change: () => (begun ??= begin({ auth: true })) };
      const before = await loadAccount(tx, realm.id, pairing.account.userId);
      const { person, picture } = pairing;
      const outcome: Outcome =
        person === null
          ? await letGo(steps, realm.id, before)
          : await bringBack(steps, before, { realmId: realm.id, presence });
      if (person !== null && (before.isActive || outcome === "reactivated")) {
        const own = { realmId: realm.id, userId: before.userId };
        const account = await applyPerson(steps, { ...own, fullName: person.fullName, picture });
        const { mapping } = directory;
        await applyClaims(steps, {
          realmId: realm.id,
          account,
          claims: claimsOf(person),
          mapping,
        });
      }
      const isSame = outcome === "same" && begun === undefined;
      const done = {
        email: before.deliveryEmail,
        outcome: outcome === "same" && !isSame ? ("updated" as const) : outcome,
      };
      if (isDryRun) throw new OnlyTried(done);
      return done;
    });
  } catch (error) {
    if (error instanceof OnlyTried) return error.done;
    if (!(error instanceof AppError) || error.code === "SERVICE_UNAVAILABLE") throw error;
    // Too many accounts, say: the others are not to wait for it.
    const where = { realm: realm.id, userId: pairing.account.userId };
    ctx.log.warn({ ...where, err: error }, "an account cannot be made to agree with its directory");
    return { email: "", outcome: "same" };
  }
}

/** Deactivates somebody whom the directory lacks; the organization's only owner stays. */
async function letGo({ change, log, tx }: Steps, realmId: number, user: Account): Promise<Outcome> {
  if (!user.isActive) return "same";
  if (user.role === roles.owner && (await countActiveHumans(tx, realmId, roles.owner)) === 1) {
    log.warn({ realm: realmId, userId: user.userId }, "the directory lacks the only owner");
    return "same";
  }
  const begun = await change();
  await deactivateWithBots(begun, user);
  await upsertPersonGone(tx, { realmId, userId: user.userId }, new Date(begun.nowMs));
  return "deactivated";
}

interface Back {
  readonly realmId: number;
  readonly presence: Parameters<typeof reactivate>[2];
}

/** Lets somebody in again who is back; whoever was deactivated here is not asked for, and stays out. */
async function bringBack(
  { change, tx }: Steps,
  user: Account,
  { presence, realmId }: Back,
): Promise<Outcome> {
  if (user.isActive) return "same";
  await reactivate(await change(), user, presence);
  await upsertPersonGone(tx, { realmId, userId: user.userId }, null);
  return "reactivated";
}
