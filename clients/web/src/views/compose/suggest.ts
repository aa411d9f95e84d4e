import type { State } from "../../state/state.ts";
import { rank } from "../rank.ts";

/** Something that may be put in the place of what is being written. */
export interface Suggestion {
  readonly key: string;
  readonly label: string;
  /** Says more than the label; empty for nothing. */
  readonly hint: string;
  readonly text: string;
}

/** Suggestions, and where in the text what they replace begins. */
export interface Suggestions {
  readonly start: number;
  readonly items: readonly Suggestion[];
}

/** Names of emoji with their characters. */
export type EmojiNames = readonly (readonly [name: string, character: string])[];

const most = 8;
const none: Suggestions = { start: 0, items: [] };
/** What is being written behind one of the marks: at the beginning or behind a space, up to the caret. */
const unfinished = /(?:^|[\s([{'"])([@#:])([^\s@#:][^\n@#:]{0,40}|)$/u;

/** Finds what somebody may mean who has written as far as `before`: people, channels or emoji. */
export function suggest(before: string, state: State, emoji: EmojiNames): Suggestions {
  const found = unfinished.exec(before);
  const [, mark, written = ""] = found ?? [];
  if (mark === undefined || (mark === ":" && written.length < 2)) return none;
  const start = before.length - written.length - 1;
  if (mark === "@") return { start, items: people(written, state) };
  if (mark === "#") return { start, items: channels(written, state) };
  return { start, items: emojiNamed(written, emoji) };
}

function people(written: string, { people: all }: State): readonly Suggestion[] {
  const active = [...all.values()].filter((one) => one.is_active !== false);
  const counts = new Map<string, number>();
  for (const { full_name: name } of active) counts.set(name, (counts.get(name) ?? 0) + 1);
  return rank(active, written, { nameOf: (person) => person.full_name, most }).map((person) => {
    const { full_name: name, user_id: id } = person;
    const isAmbiguous = (counts.get(name) ?? 0) > 1;
    return {
      key: String(id),
      label: name,
      hint: person.delivery_email ?? "",
      text: isAmbiguous ? `@**${name}|${String(id)}** ` : `@**${name}** `,
    };
  });
}

function channels(written: string, { channels: all }: State): readonly Suggestion[] {
  const open = [...all.values()].filter((channel) => !channel.is_archived);
  return rank(open, written, { nameOf: (channel) => channel.name, most }).map(
    ({ description, name, stream_id: id }) => ({
      key: String(id),
      label: `#${name}`,
      hint: description,
      text: `#**${name}** `,
    }),
  );
}

function emojiNamed(written: string, emoji: EmojiNames): readonly Suggestion[] {
  const wanted = written.replaceAll(" ", "_");
  return rank(emoji, wanted, { nameOf: ([name]) => name, most }).map(([name, character]) => ({
    key: name,
    label: `${character} ${name}`,
    hint: "",
    text: `:${name}: `,
  }));
}

/** Finds topics of a channel that somebody may mean. */
export function suggestTopics(written: string, topics: readonly string[]): readonly string[] {
  return rank(topics, written.trim(), { nameOf: (topic) => topic, most });
}
