import { z } from "zod";

import { internalOperation, type InternalOperation } from "../internal-operation.ts";
import type { ServiceName } from "../operation.ts";

/** Most organizations that are asked about at once. */
export const expiringAtOnce = 200;

const input = z.object({ realmIds: z.array(z.int()).max(expiringAtOnce) });
const output = z.object({ realmIds: z.array(z.int()) });

function listExpiringOf(owner: ServiceName): InternalOperation<typeof input, typeof output> {
  return internalOperation({
    name: "listExpiring",
    owner,
    onlyReads: true,
    input,
    output,
    doc: "Which of these organizations have a setting, in this service, by which messages expire.",
  });
}

/** Operations by which `messages` finds the organizations whose messages expire, without loading anything of them. */
export const expiringOperations = {
  channels: listExpiringOf("channels"),
  users: listExpiringOf("users"),
} as const;
