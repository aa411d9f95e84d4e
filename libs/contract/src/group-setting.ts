import { z } from "zod";

import { listLimits } from "./limits.ts";

/** A group-setting value as clients write it: the id of a group, or users and groups. */
export const givenGroupSetting = z.union([
  z.int(),
  z.object({
    direct_members: z.array(z.int()).max(listLimits.ids),
    direct_subgroups: z.array(z.int()).max(listLimits.groups),
  }),
]);

/** A permission's new value and, if the client says so, what it believes the value to be. */
export const changedGroupSetting = z
  .object({
    new: givenGroupSetting.describe("The new value"),
    old: givenGroupSetting.optional().describe("Refused when the value is another by now"),
  })
  .optional();
