import { z } from "zod";

import { operatorOperation } from "./operator-operation.ts";
import { organization } from "./organization.ts";

/** Most organizations that are not where hashing puts them. */
export const mostMoved = 1000;

export const moveOrganization = operatorOperation({
  name: "moveOrganization",
  method: "POST",
  path: "/organizations/{organization_id}/move",
  scope: "write",
  input: z.strictObject({
    /** Place in the organization's ranking of processes, counted from 0; the one behind that it has when left out. */
    turn: z.int().min(0).max(1_000_000).optional(),
  }),
  output: z.object({ organization }),
  doc: "Has an organization served by another process of `messages`: the next one in its ranking, or with `turn` the one at this place, counted from 0 and around. 0 moves it back to where hashing puts it. At most 1,000 organizations can be moved at once. With one process nothing changes.",
});
