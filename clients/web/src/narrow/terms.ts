import {
  type Conversation,
  directWith,
  type Narrow,
  type Room,
  type Term,
} from "../state/conversation.ts";
import type { State } from "../state/state.ts";
import { decode, encode } from "./encoding.ts";

type NameSources = Pick<State, "channels" | "me" | "people">;

/** Older names of operators, which mean the same. */
const canonical: Readonly<Record<string, string>> = {
  from: "sender",
  "pm-with": "dm",
  pm_with: "dm",
  stream: "channel",
  streams: "channels",
  subject: "topic",
};
/** Operators whose operand is written as ids with a name behind them. */
const ofPeople = new Set(["dm", "dm-including", "group-pm-with", "sender"]);
const ofLists = new Set(["dm"]);
const ofMessages = new Set(["near", "id", "with"]);

/** Returns the present name of an operator. */
export function operatorNamed(name: string): string {
  return canonical[name] ?? name;
}

/** Reads terms out of the parts of an address: an operator and an operand by turns. */
export function readTerms(
  parts: readonly string[],
  known: Omit<NameSources, "people">,
): readonly Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const name = decode(parts[at] ?? "");
    const negated = name.startsWith("-");
    const operator = operatorNamed(negated ? name.slice(1) : name);
    const operand = operandOf(operator, parts[at + 1] ?? "", known);
    if (operator !== "") terms.push({ operator, operand, negated });
  }
  return terms;
}

function operandOf(
  operator: string,
  text: string,
  known: Omit<NameSources, "people">,
): Term["operand"] {
  if (operator === "channel") return channelIn(text, known.channels) ?? decode(text);
  if (ofMessages.has(operator)) return /^\d+$/.test(text) ? Number(text) : decode(text);
  if (ofPeople.has(operator) && text === "me") return ofLists.has(operator) ? [known.me] : known.me;
  const ids = ofPeople.has(operator) ? /^(\d+(?:,\d+)*)(?:-|$)/.exec(text)?.[1] : undefined;
  if (ids === undefined) return decode(text);
  const numbers = ids.split(",").map(Number);
  return ofLists.has(operator) ? directWith(numbers, known.me).userIds : (numbers[0] ?? 0);
}

/** Finds the channel by its id before the dash; older addresses have only its name. */
function channelIn(text: string, channels: State["channels"]): number | null {
  const id = Number(/^\d+/.exec(text)?.[0] ?? Number.NaN);
  if (channels.has(id)) return id;
  const name = decode(text);
  for (const channel of channels.values())
    if (channel.name === name || channel.name.replaceAll(" ", "-") === name)
      return channel.stream_id;
  return Number.isInteger(id) ? id : null;
}

/** Writes terms as the part of an address behind the first word. */
export function writeTerms(
  terms: readonly Term[],
  known: Pick<NameSources, "channels" | "people">,
): string {
  return terms
    .map((term) => `/${term.negated ? "-" : ""}${encode(term.operator)}/${written(term, known)}`)
    .join("");
}

function written(
  { operand, operator }: Term,
  known: Pick<NameSources, "channels" | "people">,
): string {
  if (operator === "channel" && typeof operand === "number") {
    const name = known.channels.get(operand)?.name;
    return `${String(operand)}${name === undefined ? "" : `-${encode(name.replaceAll(" ", "-"))}`}`;
  }
  if (!ofPeople.has(operator) || typeof operand === "string") return encode(String(operand));
  const ids = typeof operand === "number" ? [operand] : operand;
  const only = ids.length === 1 ? known.people.get(ids[0] ?? 0)?.full_name : undefined;
  const slug = only === undefined ? "group" : encode(only.replaceAll(/[ "%/<>`\p{C}]+/gu, "-"));
  return `${ids.join(",")}-${slug}`;
}

/** Returns the terms that stand for where people read on and write. */
export function termsOfRoom(room: Room): readonly Term[] {
  const negated = false;
  if (room.kind === "direct") return [{ operator: "dm", operand: room.userIds, negated }];
  const channel = { operator: "channel", operand: room.channelId, negated };
  return room.kind === "channel"
    ? [channel]
    : [channel, { operator: "topic", operand: room.topic, negated }];
}

/** Finds what terms stand for: where people read on and write, if they say no more than that; else a search. */
export function narrowOf(terms: readonly Term[]): Narrow {
  const shown = terms.filter(({ operator }) => operator !== "near" && operator !== "with");
  return roomOf(shown) ?? { kind: "search", terms: shown };
}

function roomOf(terms: readonly Term[]): Conversation | Room | null {
  if (terms.length === 0 || terms.some(({ negated }) => negated)) return null;
  const operands = new Map(terms.map(({ operand, operator }) => [operator, operand]));
  if (operands.size !== terms.length) return null;
  const userIds = operands.get("dm");
  if (typeof userIds === "object" && terms.length === 1) return { kind: "direct", userIds };
  const channelId = operands.get("channel");
  const topic = operands.get("topic");
  if (typeof channelId !== "number") return null;
  if (terms.length === 1) return { kind: "channel", channelId };
  if (terms.length > 2 || typeof topic !== "string") return null;
  return { kind: "topic", channelId, topic };
}
