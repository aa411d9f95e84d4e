import { z } from "zod";

/** What somebody writes, with the refusal that clients know (reference/behaviour.md §2.6). */
export const markdownText = z.string().refine((text) => !text.includes("\0"), {
  params: { message: "Message must not contain null bytes" },
});
