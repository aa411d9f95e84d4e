import { isDeepStrictEqual } from "node:util";

import { AppError } from "@team-chat/errors";

import type { Context } from "../context.ts";
import { type Action, findRepeatedAction } from "../queries/organization/operator-actions.ts";
import { finishAction } from "../workflows/operators/act-elsewhere.ts";
import { loadOrganization } from "./load-organization.ts";
import type { OperatorRoute } from "./operator-route.ts";

interface Repeated extends Pick<Action, "idempotencyKey" | "input" | "keyName"> {
  /** The organization of the path; 0 for none. */
  readonly realmId: number;
}

/**
 * Answers a request whose idempotency key was given before; null when it was not. What is still open is finished first.
 * @throws BAD_REQUEST when it was given with another request, and what the open action is refused with
 */
export async function answerRepeated(
  ctx: Context,
  route: OperatorRoute,
  asked: Repeated,
): Promise<object | null> {
  const { idempotencyKey, input, keyName, realmId } = asked;
  const found = idempotencyKey && (await findRepeatedAction(ctx.db, { keyName, idempotencyKey }));
  if (!found) return null;
  const isSame =
    found.operation === route.operation.name &&
    isDeepStrictEqual(found.input, withoutErased(input, found.input)) &&
    (realmId === 0 || realmId === found.realmId);
  if (!isSame)
    throw new AppError("BAD_REQUEST", "This idempotency key was given with another request.");
  // When it was refused meanwhile there is none any more.
  if (found.call !== null && !(await finishAction(ctx, found.id)))
    return answerRepeated(ctx, route, asked);
  const { shape } = route.operation.output;
  return {
    ...("organization" in shape && (await loadOrganization(ctx, found.realmId))),
    ...("organization_id" in shape && { organization_id: found.realmId }),
  };
}

/** Names of fields that are taken out of actions when the person is erased whom they name (docs/erasure.md). */
const erasable: ReadonlySet<string> = new Set(["email", "confirm"]);

/** Takes out of an input what has been erased of the one that was kept. */
function withoutErased(
  input: Readonly<Record<string, unknown>>,
  kept: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = ([name]: readonly [string, unknown]) =>
    !erasable.has(name) || Object.hasOwn(kept, name);
  return Object.fromEntries(Object.entries(input).filter(known));
}
