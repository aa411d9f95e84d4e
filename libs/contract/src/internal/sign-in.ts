import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

export const listSampleMails = internalOperation({
  name: "listSampleMails",
  owner: "users",
  input: z.object({ realmId: z.int() }),
  output: z.object({
    mails: z.array(
      z.object({ kind: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
    ),
  }),
  doc: "An e-mail of each kind as the organization sends it, with made-up people, for looking at them in development mode.",
});
