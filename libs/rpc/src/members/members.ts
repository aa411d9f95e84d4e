import { memberAskSubject, memberSubject } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";
import { z } from "zod";

const memberSchema = z.object({
  /** Different for every start of a process. */
  id: z.string(),
  /** `link://host:port` */
  linkUrl: z.string(),
  /** `http://host:port` */
  httpUrl: z.string(),
  /** True if it goes by `SlotOwners`; left out by the release before. */
  sharesEvenly: z.boolean().optional(),
});

/** A living events process. */
export type Member = z.infer<typeof memberSchema>;

const announcement = z.object({ member: memberSchema, leaving: z.boolean() });

const announceEveryMs = 1000;

/** A member that said nothing for this long while others spoke is dead. */
const silenceMs = 2000;

/** Silence of everybody for this long means that NATS is away, not that the members are dead. */
const outageMs = 1600;

/** Tells all watchers that this process serves queues, until disposed: then they hear at once that it does not. */
export function announceMember(nats: Nats, member: Member): AsyncDisposable {
  const say = (leaving: boolean) => {
    if (!nats.isClosed()) nats.publish(memberSubject(), JSON.stringify({ member, leaving }));
  };
  const question = nats.subscribe(memberAskSubject(), { callback: () => say(false) });
  const timer = setInterval(() => say(false), announceEveryMs);
  say(false);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      question.unsubscribe();
      say(true);
      // Lost on the way, it is no reason to end otherwise: the others notice the silence as well.
      if (!nats.isClosed()) await nats.flush().catch(() => undefined);
    },
  };
}

export interface MemberWatch extends Disposable {
  /** In order of id. */
  readonly members: readonly Member[];
}

/** Follows who serves queues; `onChange` is called after every change of the list. */
export function watchMembers(
  nats: Nats,
  onChange: (members: readonly Member[]) => void,
): MemberWatch {
  const roll = new Roll();
  const report = (changed: boolean) => {
    if (changed) onChange(roll.members);
  };
  const heard = nats.subscribe(memberSubject(), {
    callback: (_error, message) => {
      const said = announcement.safeParse(message.json());
      if (said.success) report(roll.hear(said.data.member, said.data.leaving));
    },
  });
  nats.publish(memberAskSubject());
  return {
    get members() {
      return roll.members;
    },
    [Symbol.dispose]: () => heard.unsubscribe(),
  };
}

/**
 * Lists the members that are alive. Silence counts against a member only while others speak: when NATS is away nobody
 * is heard, and nobody is dead for that. The last one may well be dead; but then there is no other to go to anyway.
 */
export class Roll {
  readonly #now: () => number;
  readonly #heard = new Map<string, { readonly member: Member; at: number }>();
  #lastWordAt = 0;
  members: readonly Member[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @returns whether the list changed */
  hear(member: Member, leaving: boolean): boolean {
    const now = this.#now();
    if (now - this.#lastWordAt > outageMs) for (const entry of this.#heard.values()) entry.at = now;
    this.#lastWordAt = now;
    const known = this.#heard.get(member.id);
    let changed = leaving ? this.#heard.delete(member.id) : known === undefined;
    if (!leaving) {
      if (known) known.at = now;
      else this.#heard.set(member.id, { member, at: now });
      for (const [id, { at }] of this.#heard)
        if (now - at > silenceMs) changed = this.#heard.delete(id) || changed;
    }
    if (changed)
      this.members = [...this.#heard.values()]
        .map((entry) => entry.member)
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    return changed;
  }
}
