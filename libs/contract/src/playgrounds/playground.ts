import { z } from "zod";

/** Address at which code blocks of a language can be tried out. */
export const playground = z.object({
  id: z.int().describe("Unique id"),
  name: z.string().describe("Name"),
  pygments_language: z.string().describe("Language of the code blocks"),
  url_template: z.string().describe("Address, an RFC 6570 template with the variable `code`"),
});
