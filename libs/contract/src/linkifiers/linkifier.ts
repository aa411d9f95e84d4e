import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";
import { pathId, text } from "../param.ts";

/** A linkifier as clients see it (docs/behaviour/organization.md#linkifiers). */
export const linkifier = z.object({
  id: z.int().describe("Unique id"),
  pattern: z.string().describe("Regular expression, RE2 dialect"),
  url_template: z.string().describe("RFC 6570 template; the pattern's groups are its variables"),
});

export type Linkifier = z.infer<typeof linkifier>;

/**
 * Both are stripped and checked by the operation, which reports them by field
 * (docs/behaviour/organization.md#linkifiers).
 */
export const linkifierParams = {
  pattern: text(
    upTo(textLimits.text, z.string().trim()).describe(
      "Regular expression with named groups, RE2 dialect",
    ),
  ),
  url_template: text(
    upTo(textLimits.text, z.string().trim()).describe("RFC 6570 template with the groups' names"),
  ),
} as const;

export const linkifierIdParam = pathId("The linkifier");
