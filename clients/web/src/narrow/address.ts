import { directWith, type Narrow } from "../state/conversation.ts";
import type { State } from "../state/state.ts";

/** Where the client is, as the part of the address behind `#` says. */
export type Place =
  /** The list of conversations; beside it, where there is room, the inbox. */
  | { readonly kind: "home" }
  | { readonly kind: "inbox" }
  /** `near` is the message that the address names; null for the first unread one. */
  | { readonly kind: "narrow"; readonly narrow: Narrow; readonly near: number | null }
  /** A page of its own, with the parts of the address behind its name. */
  | { readonly kind: "page"; readonly page: PageName; readonly path: readonly string[] }
  | { readonly kind: "unknown" };

/** Pages beside the conversations, by the first part of their addresses. */
const pageNames = ["groups", "people", "settings", "user"] as const;
export type PageName = (typeof pageNames)[number];

/** Encodes a text for a part of an address: percent signs are dots, as all of the product's links have them. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[.!'()*]/g, (character) => `%${character.codePointAt(0)?.toString(16) ?? ""}`)
    .replaceAll("%", ".");
}

/** Reverses `encode`; what cannot have come from it is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/\.([\dA-Fa-f]{2})/g, "%$1"));
  } catch {
    return text;
  }
}

/** Writes the address of a narrow, beginning with `#`. */
export function addressOf(
  narrow: Narrow,
  { channels, people }: Pick<State, "channels" | "people">,
): string {
  if (narrow.kind === "direct") {
    const ids = narrow.userIds.join(",");
    const only =
      narrow.userIds.length === 1 ? people.get(narrow.userIds[0] ?? 0)?.full_name : undefined;
    return `#narrow/dm/${ids}-${only === undefined ? "group" : encode(only.replaceAll(/[ "%/<>`\p{C}]+/gu, "-"))}`;
  }
  const { channelId } = narrow;
  const name = channels.get(channelId)?.name;
  const slug = name === undefined ? "" : `-${encode(name.replaceAll(" ", "-"))}`;
  const start = `#narrow/channel/${String(channelId)}${slug}`;
  return narrow.kind === "channel" ? start : `${start}/topic/${encode(narrow.topic)}`;
}

/** Reads the part of an address behind and with `#`. */
export function placeOf(hash: string, { channels, me }: Pick<State, "channels" | "me">): Place {
  const [first, ...parts] = hash.replace(/^#\/?/, "").split("/");
  if (first === undefined || first === "") return { kind: "home" };
  if (first === "inbox") return { kind: "inbox" };
  const page = pageNames.find((name) => name === first);
  if (page !== undefined) return { kind: "page", page, path: parts.map(decode) };
  if (first !== "narrow") return { kind: "unknown" };
  const terms = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) terms.set(parts[at] ?? "", parts[at + 1] ?? "");
  const narrow = narrowIn(terms, channels, me);
  if (narrow === null) return { kind: "unknown" };
  const near = Number(terms.get("near") ?? terms.get("with") ?? Number.NaN);
  return {
    kind: "narrow",
    narrow,
    near: Number.isInteger(near) && terms.has("near") ? near : null,
  };
}

function narrowIn(
  terms: ReadonlyMap<string, string>,
  channels: State["channels"],
  me: number,
): Narrow | null {
  const people = terms.get("dm") ?? terms.get("pm-with");
  if (people !== undefined) {
    const ids = /^[\d,]+/.exec(people)?.[0].split(",").map(Number) ?? [];
    return ids.length === 0 ? null : directWith(ids, me);
  }
  const given = terms.get("channel") ?? terms.get("stream");
  if (given === undefined) return null;
  const channelId = channelIn(given, channels);
  if (channelId === null) return null;
  const topic = terms.get("topic") ?? terms.get("subject");
  return topic === undefined
    ? { kind: "channel", channelId }
    : { kind: "topic", channelId, topic: decode(topic) };
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
