import type { Context } from "../../context.ts";
import type { ProvenPerson } from "../../domain/directory/directories.ts";
import { type DirectoryPerson, settledStamp } from "../../domain/directory/person.ts";
import type { ProviderClaims } from "../../domain/sign-in/openid-connect.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { findDirectory, loadDirectoryPerson } from "../../queries/authentication/directories.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { directoryIssuer, type OpenDirectory } from "../../values/directory-settings.ts";
import { changeRealm } from "../change-realm.ts";
import type { Steps } from "./apply-claims.ts";
import { applyPerson, preparePicture } from "./apply-person.ts";
import { loadExternalAccount } from "./load-external-account.ts";
import { openDirectory } from "./open-directory.ts";

interface Given {
  readonly username: string;
  readonly password: string;
}

/**
 * Loads the active account of somebody whose name and password the organization's directory knows, or creates it; null
 * when it does not know them (docs/behaviour/single-sign-on.md#directories).
 * @throws DirectoryFailure, USER_DEACTIVATED, AUTHENTICATION_FAILED, BAD_REQUEST, SERVICE_UNAVAILABLE
 */
export async function loadDirectoryAccount(
  ctx: Context,
  realm: RealmRow,
  given: Given,
): Promise<Account | null> {
  const row = await findDirectory(ctx.db, realm.id);
  if (row === null) return null;
  const directory = await openDirectory(ctx, row);
  const proven = await ctx.signIns.directories.authenticate(realm.id, directory, given);
  if (proven === null) return null;
  const account = await loadExternalAccount(ctx, realm, {
    provider: providerOf(directory),
    claims: claimsOf(proven.person),
  });
  return adapt(ctx, realm, { account, directory, proven });
}

/** Returns a directory as what vouches for people: its addresses are its people's. */
function providerOf({ createsAccounts, mapping }: OpenDirectory) {
  return { issuer: directoryIssuer, trustsEmails: true, createsAccounts, mapping };
}

/** Returns what a directory says of somebody. */
export function claimsOf({ claims, email, fullName, subject }: DirectoryPerson): ProviderClaims {
  return { ...claims, sub: subject, email, name: fullName };
}

interface Adapting {
  readonly account: Account;
  readonly directory: OpenDirectory;
  readonly proven: ProvenPerson;
}

/** Gives the account the name and the picture that the directory has. */
async function adapt(
  ctx: Context,
  realm: RealmRow,
  { account, directory, proven: { person, picture: bytes } }: Adapting,
): Promise<Account> {
  const realmId = realm.id;
  const { fullName, subject } = person;
  const stamp = settledStamp(person, ctx.now());
  const known = await loadDirectoryPerson(ctx.db, realmId, subject);
  const hasPictures = directory.attributes.avatar !== null;
  const picture = hasPictures ? await preparePicture(ctx, known, { bytes, stamp }) : null;
  if (picture === null && (fullName ?? account.fullName) === account.fullName) return account;
  return changeRealm(ctx, realm, ({ begin, tx }) => {
    let begun: ReturnType<Steps["change"]> | undefined;
    const steps: Steps = { tx, log: ctx.log, change: () => (begun ??= begin({})) };
    return applyPerson(steps, { realmId, userId: account.userId, fullName, picture });
  });
}
