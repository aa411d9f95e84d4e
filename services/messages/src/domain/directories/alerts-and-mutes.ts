import type { UserRecord } from "@team-chat/contract";
import { derivedFromUsers, type UserDirectory } from "@team-chat/projection";
import { z } from "zod";

/** One character of a word, and what may follow it. */
interface Step {
  readonly next: Map<string, Step>;
  /** Users one of whose words ends here. */
  readonly userIds: number[];
}

/** Between these a word stands alone (docs/behaviour/messages.md#alert-words). */
const before = new Set(" \n\t(\"'.,;:[*>!?/");
const after = new Set(" \n\t)\"'.,;:]*!?/");

/**
 * Active users one of whose alert words stands in the text, case-insensitively. Takes time in proportion to the text,
 * whatever the number of words; they are put in order anew after users have changed, when they are needed.
 */
export function findAlerted(users: UserDirectory, text: string): ReadonlySet<number> {
  const found = new Set<number>();
  const root = alertWordsOf(users);
  if (root.next.size === 0) return found;
  const characters = text.toLowerCase();
  for (let start = 0; start < characters.length; start += 1) {
    if (start > 0 && !before.has(characters.charAt(start - 1))) continue;
    let step = root.next.get(characters.charAt(start));
    for (let end = start + 1; step; end += 1) {
      const ends = end === characters.length || after.has(characters.charAt(end));
      if (ends) for (const id of step.userIds) found.add(id);
      step = step.next.get(characters.charAt(end));
    }
  }
  return found;
}

const alertWordsOf = derivedFromUsers((users) => {
  const root: Step = { next: new Map(), userIds: [] };
  for (const user of users.users.values())
    if (user.isActive) for (const word of wordsOf(user)) insert(root, word, user.id);
  return root;
});

function wordsOf({ settings }: UserRecord): readonly string[] {
  const words = settings["alert_words"] as readonly string[] | undefined;
  return words?.filter((word) => word !== "") ?? [];
}

function insert(root: Step, word: string, userId: number): void {
  let step = root;
  // Units of UTF-16, as they are compared.
  for (const character of word.toLowerCase().split("")) {
    const next = step.next.get(character) ?? { next: new Map(), userIds: [] };
    step.next.set(character, next);
    step = next;
  }
  step.userIds.push(userId);
}

const mutedUsers = z.array(z.int()).catch([]);
const nobody: readonly number[] = [];

/** Lists the users whom the user has muted. */
export function mutedBy(userId: number, users: UserDirectory): readonly number[] {
  return mutedUsers.parse(users.users.get(userId)?.settings["muted_users"]);
}

/** Lists users who have muted the user. */
export function mutersOf(userId: number, users: UserDirectory): readonly number[] {
  return mutersByUser(users).get(userId) ?? nobody;
}

const mutersByUser = derivedFromUsers((users): ReadonlyMap<number, readonly number[]> => {
  const muters = new Map<number, number[]>();
  for (const id of users.users.keys())
    for (const muted of mutedBy(id, users)) {
      const known = muters.get(muted);
      if (known) known.push(id);
      else muters.set(muted, [id]);
    }
  return muters;
});
