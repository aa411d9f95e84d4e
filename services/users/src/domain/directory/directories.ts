import { AppError } from "@team-chat/errors";
import type { TargetGuard } from "@team-chat/target-guard";

import type { OpenDirectory } from "../../values/directory-settings.ts";
import type { Bounds } from "./connect.ts";
import { DirectorySession } from "./directory-session.ts";
import { filledDn } from "./names.ts";
import type { DirectoryPerson } from "./person.ts";
import { SyncCounts } from "./sync-counts.ts";

const logInMs = 15_000;
const logInBytes = 8 * 1024 * 1024;
const syncBytes = 512 * 1024 * 1024;
const maxUsername = 256;
/** Log-ins that one organization's directory may keep waiting at once, in this process. */
const maxLogIns = 8;

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Somebody who has proven who they are. */
export interface ProvenPerson {
  readonly person: DirectoryPerson;
  /** Null when there is none. */
  readonly picture: Buffer | null;
}

/** Asks the directories of organizations, each within bounds of its own. */
export class Directories {
  /** Synchronisations of this process. */
  readonly syncs = new SyncCounts();
  readonly #guard: TargetGuard;
  readonly #logIns = new Map<number, number>();

  constructor(guard: TargetGuard) {
    this.#guard = guard;
  }

  /**
   * Finds who has this name and password; null when nobody has.
   * @throws DirectoryFailure; SERVICE_UNAVAILABLE when too many wait for the directory
   */
  async authenticate(
    realmId: number,
    directory: OpenDirectory,
    given: Credentials,
  ): Promise<ProvenPerson | null> {
    const { password, username } = given;
    if (password === "" || username === "" || username.length > maxUsername) return null;
    const underWay = this.#logIns.get(realmId) ?? 0;
    if (underWay >= maxLogIns)
      throw new AppError("SERVICE_UNAVAILABLE", "Too many people log in at once. Try again.");
    this.#logIns.set(realmId, underWay + 1);
    try {
      const bounds = { maxBytes: logInBytes, signal: AbortSignal.timeout(logInMs) };
      return await this.#open(directory, bounds, (session) => prove(session, directory, given));
    } finally {
      const left = (this.#logIns.get(realmId) ?? 1) - 1;
      if (left === 0) this.#logIns.delete(realmId);
      else this.#logIns.set(realmId, left);
    }
  }

  /** Runs a synchronisation with a connection that may search, until `signal`. @throws DirectoryFailure */
  search<T>(
    directory: OpenDirectory,
    signal: AbortSignal,
    use: (session: DirectorySession) => Promise<T>,
  ): Promise<T> {
    return this.#open(directory, { maxBytes: syncBytes, signal }, async (session) => {
      await session.bindAsSearcher();
      return use(session);
    });
  }

  async #open<T>(
    directory: OpenDirectory,
    bounds: Omit<Bounds, "guard">,
    use: (session: DirectorySession) => Promise<T>,
  ): Promise<T> {
    await using session = await DirectorySession.open(directory, {
      ...bounds,
      guard: this.#guard,
    });
    return await use(session);
  }
}

async function prove(
  session: DirectorySession,
  { base, userDn }: OpenDirectory,
  { password, username }: Credentials,
): Promise<ProvenPerson | null> {
  if (userDn !== undefined) {
    const dn = filledDn(userDn, username);
    if (!(await session.bindAs(dn, password))) return null;
    return proven(session, await session.findByDn(dn));
  }
  await session.bindAsSearcher();
  const found = await proven(session, await session.findByName(username));
  // Somebody who is not there costs as much time as a wrong password.
  const isRight = await session.bindAs(found?.person.dn ?? base, password);
  return isRight ? found : null;
}

async function proven(
  session: DirectorySession,
  person: DirectoryPerson | null,
): Promise<ProvenPerson | null> {
  return person === null ? null : { person, picture: await session.loadPicture(person.dn) };
}
