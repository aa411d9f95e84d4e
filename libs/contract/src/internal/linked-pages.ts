import { z } from "zod";

import { bytesField, internalOperation } from "../internal-operation.ts";

/** Longest title of a page that is shown, in characters. */
export const maxPageTitleChars = 200;
/** Longest description of a page that is shown, in characters. */
export const maxPageDescriptionChars = 500;

export const fetchLinkedPage = internalOperation({
  name: "fetchLinkedPage",
  owner: "webhooks",
  input: z.object({ url: z.url({ protocol: /^https?$/ }) }),
  output: z.object({
    /** State of the page: it says what it is about, says nothing, or does not answer right now. */
    outcome: z.enum(["page", "nothing", "later"]),
    /** Empty unless it is a page. */
    title: z.string().max(maxPageTitleChars),
    description: z.string().max(maxPageDescriptionChars),
    /** Its picture as it is there, which nobody has looked at; empty for none. */
    bytes: bytesField,
  }),
  onlyReads: true,
  carriesBytes: true,
  doc: "Fetches a page outside, and reads what it says of itself. Addresses inside the installation say nothing.",
});
