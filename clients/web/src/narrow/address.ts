import type { Narrow, Term } from "../state/conversation.ts";
import type { State } from "../state/state.ts";
import { decode } from "./encoding.ts";
import { narrowOf, readTerms, termsOfRoom, writeTerms } from "./terms.ts";

/** Where the client is, as the part of the address behind `#` says. */
export type Route =
  /** The list of conversations; beside it, where there is room, the inbox. */
  | { readonly kind: "home" }
  | { readonly kind: "inbox" }
  /** What is going to be searched for. */
  | { readonly kind: "search"; readonly terms: readonly Term[] }
  | NarrowRoute
  /** A page of its own, with the parts of the address behind its name. */
  | { readonly kind: "page"; readonly page: PageName; readonly path: readonly string[] }
  | { readonly kind: "unknown" };

/** Pages beside the conversations, by the first part of their addresses. */
const pageNames = [
  "channels",
  "drafts",
  "groups",
  "organization",
  "people",
  "reminders",
  "scheduled",
  "settings",
  "snippets",
  "user",
] as const;
export type PageName = (typeof pageNames)[number];

interface NarrowRoute {
  readonly kind: "narrow";
  readonly narrow: Narrow;
  /** The message that the address names; null for the first unread one. */
  readonly near: number | null;
  /** A message whose conversation is meant, wherever it was moved; null for what the address says. */
  readonly holding: number | null;
}

type Names = Pick<State, "channels" | "people">;

/** Writes the address of a narrow, beginning with `#`. */
export function addressOf(narrow: Narrow, names: Names): string {
  const terms = narrow.kind === "search" ? narrow.terms : termsOfRoom(narrow);
  return `#narrow${writeTerms(terms, names)}`;
}

/** Writes the address where a search with these terms is prepared. */
export function searchAddress(terms: readonly Term[], names: Names): string {
  return `#search${writeTerms(terms, names)}`;
}

/** Reads the part of an address behind and with `#`. */
export function routeOf(hash: string, known: Pick<State, "channels" | "me">): Route {
  const [first, ...parts] = hash.replace(/^#\/?/, "").split("/");
  if (first === undefined || first === "") return { kind: "home" };
  if (first === "inbox") return { kind: "inbox" };
  const page = pageNames.find((name) => name === first);
  if (page !== undefined) return { kind: "page", page, path: parts.map(decode) };
  if (first === "search") return { kind: "search", terms: readTerms(parts, known) };
  if (first !== "narrow" || parts.length === 0) return { kind: "unknown" };
  const terms = readTerms(parts, known);
  return {
    kind: "narrow",
    narrow: narrowOf(terms),
    near: messageIn(terms, "near"),
    holding: messageIn(terms, "with"),
  };
}

function messageIn(terms: readonly Term[], operator: string): number | null {
  const operand = terms.find((term) => term.operator === operator)?.operand;
  return typeof operand === "number" ? operand : null;
}
