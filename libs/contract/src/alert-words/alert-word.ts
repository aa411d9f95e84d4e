import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { json } from "../param.ts";

/** Answer of every operation on alert words. */
export const alertWordsResponse = z.object({
  alert_words: z.array(z.string()).describe("All of the caller's alert words, oldest first"),
});

const word = upTo(100, z.string().trim());

/** Blank words are passed over. */
export const alertWordsParams = {
  alert_words: json(z.array(word).max(1000).describe("Words of at most 100 characters")),
} as const;
