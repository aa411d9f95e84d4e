import type { deleteRealmOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { deleteRealmByStep } from "@team-chat/outbox";
import type { z } from "zod";

import type { Context } from "../../context.ts";

type Contract = typeof deleteRealmOperations.channels;

/** Deletes some of what this service has of an organization (docs/hosting.md#deleting). */
export function deleteRealm(
  { db }: Context,
  _: Identity,
  input: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  return deleteRealmByStep(db, input);
}
