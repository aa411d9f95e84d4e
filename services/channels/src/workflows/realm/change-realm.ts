import type { DomainEvent } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { lockedTransaction } from "@team-chat/outbox";
import type { UserDirectory } from "@team-chat/projection";

import type { Context } from "../../context.ts";
import { actorOf } from "../../domain/realm-directories.ts";
import { markArchived } from "../../present/channel.ts";
import { insertNotices } from "../../queries/notices.ts";
import { loadChanges } from "../../queries/versions.ts";
import type { Notice } from "../../values/notice.ts";
import type { RealmChannels } from "../../values/realm-channels.ts";
import type { LockedRealm, RealmChange } from "../realm-change.ts";
import { announceUsers } from "../visibility/announce-users.ts";

/** Users may change again and again while somebody works; after so many tries the work is done nevertheless. */
const maxOvertaken = 5;

/**
 * Runs a change of the realm's channels. Changes of a realm run one after the other, so that what was decided by the
 * directories still holds when it is written. The work may run several times.
 */
export function changeRealm<T>(
  ctx: Context,
  caller: Caller,
  work: (change: RealmChange) => Promise<T>,
): Promise<T> {
  const at = { realmId: caller.realm.id, usersVersion: caller.usersVersion };
  return changeLocked(ctx, at, (locked) =>
    work({ ...locked, actor: actorOf(caller, locked.users) }),
  );
}

/** Changes a realm on behalf of nobody; users are at least of the version given, 0 asks for it. */
export async function changeLocked<T>(
  ctx: Context,
  at: { readonly realmId: number; readonly usersVersion: number },
  work: (change: LockedRealm) => Promise<T>,
): Promise<T> {
  let { usersVersion } = at;
  for (let tries = 0; ; tries += 1) {
    const [users, channels] = await Promise.all([
      ctx.users.atLeast(at.realmId, usersVersion),
      ctx.channels.current(at.realmId),
    ]);
    const lastTry = tries >= maxOvertaken;
    const done = await attempt({ ctx, realmId: at.realmId, users, channels, lastTry }, work);
    if (done?.hasNotices === true)
      await ctx.outbox.followers.follow(at.realmId, () => ctx.notices.settle(at.realmId));
    if (done) return done.result;
    usersVersion = Math.max(users.version, channels.announced.version);
  }
}

interface Attempt {
  readonly ctx: Context;
  readonly realmId: number;
  readonly users: UserDirectory;
  readonly channels: RealmChannels;
  readonly lastTry: boolean;
}

/** Thrown to roll back what was decided by users who are not so any more. */
class Overtaken extends Error {
  override name = "Overtaken";
}

/**
 * Clients hear of changed users before anything is decided by them, in a transaction of its own; then null, and all
 * begins again.
 */
async function attempt<T>(
  { channels, ctx, lastTry, realmId, users }: Attempt,
  work: (change: LockedRealm) => Promise<T>,
): Promise<{ readonly result: T; readonly hasNotices: boolean } | null> {
  const written: Parameters<LockedRealm["wrote"]>[0][] = [];
  try {
    const done = await lockedTransaction(ctx.outbox, realmId, async (tx, emit) => {
      channels.apply(await loadChanges(tx, realmId, channels.version));
      if (channels.announced.version > users.version && !lastTry) return null;
      const notices: Notice[] = [];
      written.length = 0;
      const say = (notice: Notice) => void notices.push(notice);
      const tell = (event: DomainEvent) => emit(markArchived(event, channels));
      const wrote: LockedRealm["wrote"] = (changes) => void written.push(changes);
      const change = { tx, emit: tell, say, wrote, realmId, users, channels };
      const { version } = users;
      const isOvertaken = () =>
        users.version !== version && !lastTry && channels.announced.isBehind(users);
      if (channels.announced.isBehind(users)) {
        await announceUsers(change);
        if (isOvertaken()) throw new Overtaken();
        return null;
      }
      const result = await work(change);
      if (isOvertaken()) throw new Overtaken();
      if (notices.length > 0) await insertNotices(tx, realmId, notices);
      return { result, hasNotices: notices.length > 0 };
    });
    // Who asked is answered first.
    setImmediate(() => {
      for (const changes of written) channels.applyOwn(changes);
    });
    return done;
  } catch (error) {
    if (error instanceof Overtaken) return null;
    throw error;
  }
}

/** Resolves when clients have been told of all users that this process knows of, at least of the version given. */
export async function settleUsers(ctx: Context, realmId: number, usersVersion = 0): Promise<void> {
  const [users, channels] = await Promise.all([
    ctx.users.atLeast(realmId, usersVersion),
    ctx.channels.current(realmId),
  ]);
  if (channels.announced.version <= users.version && !channels.announced.isBehind(users)) return;
  await changeLocked(ctx, { realmId, usersVersion: users.version }, () => Promise.resolve());
}
