import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Rules of WCAG 2.2 AA, and what else is good practice. */
export const rules = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** Of what axe looks at, all that differs between light and dark. */
export const rulesOfColor = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Lists what axe finds wrong with a page, by the rules of WCAG 2.2 AA unless other ones are given. */
export async function findings(page: Page, runOnly = rules): Promise<readonly string[]> {
  // Screens of the client share one document.
  if ((await page.evaluate("'axe' in window")) === false) await page.evaluate(axe);
  // Only of violations it then describes where they are, and without paths to them.
  const options = {
    runOnly,
    resultTypes: ["violations"],
    selectors: false,
  };
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as Findings;
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}
