import type { NarrowTerm } from "@team-chat/contract";

import { notLoggedIn } from "./not-logged-in.ts";

const allowed = new Set([
  "channel",
  "stream",
  "channels",
  "streams",
  "topic",
  "sender",
  "has",
  "search",
  "near",
  "id",
  "with",
]);

/**
 * Checks a narrow of a reader without an account, and returns it without the terms that allow it: it must ask for
 * web-public channels, and must not use what only users have (docs/behaviour/narrows.md#narrows-without-an-account).
 * @throws UNAUTHORIZED
 */
export function checkSpectatorNarrow(terms: readonly NarrowTerm[]): readonly NarrowTerm[] {
  const kept = terms.filter((term) => !isHome(term));
  if (!kept.some(asksForWebPublic) || !kept.every(isAllowed)) throw notLoggedIn();
  return kept;
}

function isHome({ operator, operand, negated }: NarrowTerm): boolean {
  return operator === "in" && operand === "home" && !negated;
}

function asksForWebPublic({ operator, operand, negated }: NarrowTerm): boolean {
  return (
    (operator === "channels" || operator === "streams") && operand === "web-public" && !negated
  );
}

function isAllowed({ operator, operand }: NarrowTerm): boolean {
  return allowed.has(operator) || (operator === "is" && operand === "resolved");
}
