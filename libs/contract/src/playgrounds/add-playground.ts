import { z } from "zod";

import { line, upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";
import { visibleName } from "../visible-name.ts";

export const addPlayground = operation({
  name: "addPlayground",
  method: "POST",
  path: "/realm/playgrounds",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    name: text(
      visibleName("name", line.trim()).describe("Name, unlike that of others of the language"),
    ),
    url_template: text(line.describe("Address, an RFC 6570 template with the one variable `code`")),
    pygments_language: text(upTo(40).describe("Language of the code blocks")),
  },
  response: z.object({ id: z.int().describe("The new playground") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Add a code playground\n\nFor administrators.",
});
