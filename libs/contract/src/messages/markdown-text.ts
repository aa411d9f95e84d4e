import { upTo } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";

/**
 * What somebody writes, with the refusal that clients know (docs/behaviour/messages.md#content); of a long text the
 * beginning is kept.
 */
export const markdownText = upTo(textLimits.content).refine((text) => !text.includes("\0"), {
  params: { message: "Message must not contain null bytes" },
});
