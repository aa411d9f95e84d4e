import { auditChange } from "@team-chat/contract";
import { z } from "zod";

const changeOfRows = auditChange
  .omit({ key: true })
  .extend({ keys: z.record(z.string(), z.array(z.unknown())) });

/** Parses changes as triggers store them, where rows to which the same was done are one, into one for each row. */
export const storedChanges = z
  .array(z.union([auditChange, changeOfRows]))
  .transform((stored) =>
    stored.flatMap((change) => ("keys" in change ? ofRows(change) : [change])),
  );

function ofRows({
  keys,
  object,
  ...states
}: z.infer<typeof changeOfRows>): z.infer<typeof auditChange>[] {
  const columns = Object.entries(keys);
  return (columns[0]?.[1] ?? []).map((_, row) => {
    const key = Object.fromEntries(columns.map(([name, ofAll]) => [name, ofAll[row]]));
    return { object, key, ...states };
  });
}
