// See docs/subsystems/messages.md.
import { emptyTopicDisplayName, type NarrowTerm } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { isGuest } from "@team-chat/policy";

import { mayReadWholeHistory } from "../policies/history.ts";
import { badNarrow, type Clause, type Fragment, type NarrowWorld } from "./clause.ts";
import { operators } from "./operators.ts";

/** A narrow as a condition, and what decides how to search. */
export interface CompiledNarrow {
  readonly where: Fragment;
  /** Whether what was never received is searched too. */
  readonly wholeHistory: boolean;
  readonly selective: boolean;
  readonly unread: boolean;
  /** Whether the condition looks at the reader's flags. */
  readonly flags: boolean;
}

interface Filter extends Clause {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated: boolean;
}

/** @throws BAD_NARROW, BAD_REQUEST */
export async function compileNarrow(
  terms: readonly NarrowTerm[],
  world: NarrowWorld,
): Promise<CompiledNarrow> {
  const filters: Filter[] = [];
  for (const term of nameEmptyTopic(terms)) {
    const operator = operators.get(term.operator);
    if (!operator) throw badNarrow(`unknown operator ${term.operator}`);
    filters.push({ ...(await operator(term, world)), ...term });
  }
  const positive = filters.filter(({ negated }) => !negated);
  checkKinds(filters);
  const conditions = filters.map(({ where, negated }) =>
    negated ? sql.fragment`not ${where}` : where,
  );
  return {
    where: sql.fragment`(${sql.join([sql.fragment`true`, ...conditions], sql.fragment` and `)})`,
    wholeHistory: searchesWholeHistory(filters, world),
    selective: positive.some(({ selective }) => selective === true),
    unread: positive.some(({ unread }) => unread === true),
    flags: filters.some(({ flags }) => flags === true),
  };
}

/** The display name of the empty topic stands for it in the first topic term only. */
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

function searchesWholeHistory(filters: readonly Filter[], world: NarrowWorld): boolean {
  if (filters.some(({ personal }) => personal === true)) return false;
  const positive = filters.filter(({ negated }) => !negated);
  const channel = positive.findLast((filter) => filter.channel !== undefined)?.channel;
  if (channel) return mayReadWholeHistory(world.actor, channel, world);
  return positive.some(({ allPublic }) => allPublic === true) && !isGuest(world.actor);
}
