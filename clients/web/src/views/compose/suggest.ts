import type { Channel, State } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { rank } from "../rank.ts";
import { suggestTopics } from "./suggest-topics.ts";

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

/** What suggestions are made from, beside the state. */
export interface Sources {
  readonly emoji: EmojiNames;
  /** Topics of the channel whose topics are looked for, as far as they are loaded. */
  readonly topics: readonly string[];
}

/** Finds what somebody may mean who has written as far as `before`: people, groups, channels, topics or emoji. */
export function suggest(before: string, state: State, { emoji, topics }: Sources): Suggestions {
  const found = unfinished.exec(before);
  const [, mark, written = ""] = found ?? [];
  if (mark === undefined || (mark === ":" && written.length < 2)) return none;
  const start = before.length - written.length - 1;
  if (mark === "@") return { start, items: mentions(written, state) };
  if (mark === ":") return { start, items: emojiNamed(written, emoji) };
  const channel = channelBefore(before, state);
  const items = channel === null ? channels(written, state) : topicsOf(channel, written, topics);
  return { start, items };
}

/** Finds the channel of which a topic is being written, as in `#general>lun`; null for none. */
export function channelBefore(before: string, { channels: all }: State): Channel | null {
  const written = unfinished.exec(before)?.[2] ?? "";
  const end = written.indexOf(">");
  if (end === -1) return null;
  const name = written.slice(0, end).replace(/^\*\*/, "").toLowerCase();
  return [...all.values()].find((one) => one.name.toLowerCase() === name) ?? null;
}

function topicsOf({ name }: Channel, written: string, topics: readonly string[]) {
  const wanted = written.slice(written.indexOf(">") + 1);
  return suggestTopics(
    wanted,
    topics.filter((topic) => topic !== ""),
  ).map((topic) => ({
    key: topic,
    label: `#${name} › ${topic}`,
    hint: "",
    text: `#**${name}>${topic}** `,
  }));
}

/** Suggests whom to mention; what begins with `_` mentions people and groups without telling them. */
function mentions(written: string, state: State): readonly Suggestion[] {
  const isSilent = written.startsWith("_");
  const mark = isSilent ? "@_" : "@";
  const wanted = isSilent ? written.slice(1) : written;
  const named = [
    ...people(wanted, state, mark),
    ...groups(state, mark),
    ...(isSilent ? [] : everybody()),
  ];
  return rank(named, wanted, { nameOf: ({ label }) => label, most });
}

/** Suggests people; only of those that may be shown more than the name is looked at, as there may be many. */
function people(wanted: string, { people: all }: State, mark: string): readonly Suggestion[] {
  const active = [...all.values()].filter((one) => one.is_active !== false);
  const found = rank(active, wanted, { nameOf: (one) => one.full_name, most });
  const counts = new Map(found.map((one) => [one.full_name, 0]));
  for (const { full_name: name } of active) {
    const count = counts.get(name);
    if (count !== undefined) counts.set(name, count + 1);
  }
  return found.map(({ delivery_email: email, full_name: name, user_id: id }) => {
    const isAmbiguous = (counts.get(name) ?? 0) > 1;
    return {
      key: String(id),
      label: name,
      hint: email ?? "",
      text: `${mark}**${isAmbiguous ? `${name}|${String(id)}` : name}** `,
    };
  });
}

function groups({ groups: all }: State, mark: string): readonly Suggestion[] {
  return [...all.values()]
    .filter((group) => !group.is_system_group && !group.deactivated)
    .map(({ description, id, name }) => ({
      key: `group ${String(id)}`,
      label: name,
      hint: description,
      text: `${mark}*${name}* `,
    }));
}

/** Suggests to mention all subscribers of the channel, or all who have written in the topic. */
function everybody(): readonly Suggestion[] {
  return [
    { key: "all", label: "all", hint: t("suggestions.all"), text: "@**all** " },
    { key: "topic", label: "topic", hint: t("suggestions.topic"), text: "@**topic** " },
  ];
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
