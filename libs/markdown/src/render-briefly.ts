import { emptyContext } from "./context.ts";
import { renderHeavy, renderLight, renderPlain } from "./render-markdown.ts";
import { Budget } from "./renderer/budget.ts";

/** Of texts as short as these are, highlighting takes some ten milliseconds, and mathematics up to fifty. */
const maxMs = 40;
/** Time that the texts of one organization may take in a row, and of each second. */
const allowance = { capacityMs: maxMs, refillMs: 20 };

const spent = new Budget(allowance, () => performance.now());

/**
 * Renders a short text that belongs to an organization, such as a description, as HTML: at once, so that it can be done
 * within a transaction. Names in it stay text, as what they mean depends on who reads. Code and formulas are only
 * marked up as long as the organization has not used up its allowance.
 * @throws BAD_REQUEST when it cannot be rendered
 */
export function renderBriefly(text: string, realmId: number): string {
  const light = renderLight(text, emptyContext);
  if (light !== null) return light.html;
  const key = String(realmId);
  const attemptMs = Math.floor(spent.left(key));
  if (attemptMs < 1) return renderPlain(text, emptyContext).html;
  const start = performance.now();
  try {
    return renderHeavy(text.toWellFormed(), emptyContext, { plain: false, attemptMs }).html;
  } finally {
    spent.spend(key, performance.now() - start);
  }
}
