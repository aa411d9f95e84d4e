import { upTo } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";

/**
 * Text of a message, refused as clients expect when it cannot be stored (docs/behaviour/messages.md#content). Of a text
 * that is too long the beginning is kept.
 */
export const markdownText = upTo(textLimits.content).refine((text) => !text.includes("\0"), {
  params: { message: "Message must not contain null bytes" },
});
