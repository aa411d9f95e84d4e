// See docs/subsystems/messages.md.
import { emptyTopicDisplayName, type NarrowTerm } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { isGuest } from "@team-chat/policy";

import { isSpectator } from "../../domain/directories/spectator.ts";
import { mayReadWholeHistory } from "../../policies/history.ts";
import type { Area, Condition } from "../../queries/messages/search-conditions.ts";
import { operators } from "./operators.ts";
import { badNarrow, type Clause, everything, type NarrowRealm } from "./operators/clause.ts";
import { audible } from "./operators/in.ts";
import { unread } from "./operators/is.ts";
import { joinSearches } from "./operators/search-text.ts";

type Filter = Clause & Omit<NarrowTerm, "operand">;

/** Compiles a narrow as a condition, and what decides how to search. @throws BAD_NARROW */
export async function compileNarrow(
  terms: readonly NarrowTerm[],
  realm: NarrowRealm,
): Promise<Condition> {
  return join(await filtersOf(terms, realm), realm);
}

/**
 * Compiles the part of a narrow that its reader has not read and may want to see, for the anchor `first_unread`.
 * @throws BAD_NARROW
 */
export async function compileUnread(
  terms: readonly NarrowTerm[],
  realm: NarrowRealm,
): Promise<Condition> {
  const filters = await filtersOf(terms, realm);
  const named = channelOf(filters);
  const added = [
    { ...unread, operator: "is", negated: false },
    { ...audible(realm, named?.id), operator: "in", negated: false },
  ];
  return join([...filters, ...added], realm);
}

async function filtersOf(
  terms: readonly NarrowTerm[],
  realm: NarrowRealm,
): Promise<readonly Filter[]> {
  const filters: Filter[] = [];
  for (const { operand, operator, negated } of joinSearches(nameEmptyTopic(terms))) {
    const compile = operators.get(operator);
    if (!compile) throw badNarrow(`unknown operator ${operator}`);
    const clause = await compile({ operand, operator, negated }, realm);
    filters.push({ ...clause, operator, negated });
  }
  checkKinds(filters);
  return filters;
}

function join(filters: readonly Filter[], realm: NarrowRealm): Condition {
  const positive = filters.flatMap((filter): Clause[] => {
    if (!filter.negated) return [filter];
    return filter.negative ? [filter.negative] : [];
  });
  const opposite = filters.filter(({ negated, negative }) => negated && !negative);
  const wheres = [
    // What is unread is what is searched then, and needs no condition.
    ...positive.filter((clause) => clause.unread !== true).map(({ where }) => where),
    ...opposite.map(({ where }) => sql.fragment`not ${where}`),
  ];
  return {
    where: sql.fragment`(${sql.join([everything, ...wheres], sql.fragment` and `)})`,
    wholeHistory: searchesWholeHistory(filters, realm),
    steady: isSteady(filters),
    selective: positive.some(({ selective }) => selective === true),
    unread: positive.some((clause) => clause.unread === true),
    words: positive.find(({ words }) => words)?.words ?? null,
    flags: filters.some(({ flags }) => flags === true),
    flagged: positive.find(({ flagged }) => flagged)?.flagged ?? null,
    ...joinAreas(positive.flatMap(({ area }) => (area ? [area] : []))),
  };
}

/**
 * Tells whether a narrow is steady. More filters than a client's own views have are left to be planned for themselves,
 * so that there are few texts.
 */
function isSteady(filters: readonly Filter[]): boolean {
  return filters.length <= 4 && filters.every(({ steady, negated }) => steady === true && !negated);
}

/**
 * Joins areas to all recipients that every one of them allows; of areas that are made of topics the first is enough,
 * because `where` says the rest.
 */
function joinAreas(areas: readonly Area[]): Pick<Condition, "places" | "area"> {
  const plain = areas.filter(({ topics }) => topics.length === 0);
  const recipients = plain.map((area) => area.recipients);
  const places = sql.fragment`(${sql.join([everything, ...recipients], sql.fragment` and `)})`;
  return { places, area: areas.find(({ topics }) => topics.length > 0) ?? null };
}

/** Lets the display name of the empty topic stand for it in the first topic term only. */
function nameEmptyTopic(terms: readonly NarrowTerm[]): readonly NarrowTerm[] {
  const first = terms.find(({ operator }) => operator === "topic");
  if (first?.operand !== emptyTopicDisplayName) return terms;
  return terms.map((term) => (term === first ? { ...term, operand: "" } : term));
}

function checkKinds(filters: readonly Filter[]): void {
  const wanted = new Set<string>();
  for (const { only, negated, operator } of filters) {
    if (only === undefined) continue;
    if (!negated) wanted.add(only);
    else if (operator === "is" && only === "direct") wanted.add("channel");
  }
  if (wanted.size > 1)
    throw badNarrow("No message can be both a channel message and direct message");
}

function searchesWholeHistory(filters: readonly Filter[], realm: NarrowRealm): boolean {
  // Who has no account has received nothing; the narrow names the channels that anybody may read.
  if (isSpectator(realm.actor)) return true;
  if (filters.some(({ personal }) => personal === true)) return false;
  const channel = channelOf(filters);
  if (channel) return mayReadWholeHistory(realm.actor, channel, realm);
  const positive = filters.filter(({ negated }) => !negated);
  return positive.some(({ allPublic }) => allPublic === true) && !isGuest(realm.actor);
}

/** Returns the channel that decides: of several the last one (docs/behaviour/narrows.md#history-that-is-searched). */
function channelOf(filters: readonly Filter[]) {
  return filters.findLast(({ channel, negated }) => channel !== undefined && !negated)?.channel;
}
