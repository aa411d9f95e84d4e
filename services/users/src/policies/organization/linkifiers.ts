import { AppError } from "@team-chat/errors";
import { patternSize } from "@team-chat/markdown";
import { RE2JS, RE2JSSyntaxException } from "re2js";

import { checkAdministrator } from "../accounts/targets.ts";
import { templateVariables } from "./url-template.ts";

interface Proposed {
  readonly pattern: string;
  readonly url_template: string;
}

/** Longer ones would make every message expensive. */
const maxLength = 1000;
/**
 * Of all patterns of an organization together. Links are looked for in every topic that is shown, in time proportional
 * to this: a few milliseconds at most.
 */
const maxInstructions = 5000;

type Findings = Readonly<Record<string, readonly string[]>>;

/**
 * Checks that somebody may give the organization such a linkifier (docs/behaviour/organization.md#linkifiers); patterns
 * are in the RE2 dialect, so that matching takes linear time.
 * @throws UNAUTHORIZED_PRINCIPAL, and BAD_REQUEST with the findings by field
 */
export function checkLinkifier(
  actor: { readonly userId: number; readonly role: number },
  proposed: Proposed,
  otherPatterns: readonly string[],
): void {
  checkAdministrator(actor);
  const findings = { ...findPattern(proposed.pattern), ...findTemplate(proposed.url_template) };
  refuse(findings);
  refuse(findMismatch(proposed));
  if (otherPatterns.includes(proposed.pattern))
    refuse({ __all__: ["Realm filter with this Realm and Pattern already exists."] });
  const all = [proposed.pattern, ...otherPatterns].map((pattern) => ({ pattern }));
  if (patternSize(all) > maxInstructions)
    refuse({ pattern: ["The organization's patterns are too complex together."] });
}

/** @throws BAD_REQUEST when it is null */
export function existingLinkifier<T>(linkifier: T | null | undefined): T {
  if (linkifier === null || linkifier === undefined)
    throw new AppError("BAD_REQUEST", "Linkifier not found.");
  return linkifier;
}

function refuse(errors: Findings): void {
  const [first] = Object.values(errors);
  if (first !== undefined)
    throw new AppError("BAD_REQUEST", first[0] ?? "", { details: { errors } });
}

function findPattern(pattern: string): Findings {
  const finding = commonFinding(pattern) ?? syntaxFinding(pattern);
  return finding === null ? {} : { pattern: [finding] };
}

function syntaxFinding(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return `Bad regular expression: ${error.message}`;
  }
}

function findTemplate(template: string): Findings {
  const isTemplate = templateVariables(template) !== null;
  const finding = commonFinding(template) ?? (isTemplate ? null : "Invalid URL template.");
  return finding === null ? {} : { url_template: [finding] };
}

function commonFinding(value: string): string | null {
  if (value === "") return "This field cannot be blank.";
  const { length } = [...value];
  if (length > maxLength)
    return `Ensure this value has at most ${maxLength} characters (it has ${length}).`;
  return null;
}

function findMismatch({ pattern, url_template: template }: Proposed): Findings {
  const groups = Object.keys(RE2JS.compile(pattern).namedGroups()).toSorted();
  const variables = (templateVariables(template) ?? []).toSorted();
  const missing = variables.find((name) => !groups.includes(name));
  if (missing !== undefined)
    return { __all__: [`Group '${missing}' in URL template is not present in linkifier pattern.`] };
  const unused = groups.find((name) => !variables.includes(name));
  if (unused !== undefined)
    return { __all__: [`Group '${unused}' in linkifier pattern is not present in URL template.`] };
  return {};
}
