import {
  beginOperatorHold,
  endImport,
  endOperatorHold,
  type InternalOperation,
  removeHoldExport,
  removePersonExport,
  startExport,
  startHoldExport,
  startImport,
  startPersonExport,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { PeriodicTask, runFor } from "@team-chat/work";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import {
  type ActionRow,
  deleteRefusedAction,
  endAction,
  joinAction,
  type OpenCall,
  takeOpenActions,
} from "../../queries/organization/operator-actions.ts";
import { operatorWork } from "./operator-work.ts";

const self = { kind: "service", name: "users" } as const;

/** Operations of messages that carry out what operators do. Each has its effect once for its input. */
const carriedOut: readonly InternalOperation[] = [
  startExport,
  startImport,
  endImport,
  beginOperatorHold,
  endOperatorHold,
  startHoldExport,
  removeHoldExport,
  startPersonExport,
  removePersonExport,
];

/** Longer than a call waits for its answer. */
const patienceMs = 30_000;
const everyMs = 5000;

interface ForRealm {
  readonly realmId: number;
}

/**
 * Has messages carry an operator's action out: the action is kept before, as open, and is done or taken back
 * afterwards. Whoever stops between leaves it to another process (docs/hosting.md#operators-interface).
 * @throws what messages refuses it with; SERVICE_UNAVAILABLE when it is not known yet what becomes of it
 */
export async function actElsewhere<I extends z.ZodType<ForRealm>, O extends z.ZodType>(
  ctx: Context,
  operation: InternalOperation<I, O>,
  input: z.input<I> & ForRealm,
): Promise<z.output<O>> {
  const { noteAction } = ctx;
  if (noteAction === null) throw new Error("Nobody acts by whose key this could be done.");
  const { name } = operation;
  const call = { name, input: operation.input.parse(input) as OpenCall["input"] };
  const open = { call, dueMs: ctx.now() + patienceMs };
  const id = await ctx.db.transaction((tx) => noteAction(tx, input.realmId, open));
  return ended(ctx, { id, tries: 0 }, () => {
    const about = { realmId: input.realmId };
    return ctx.messages.call(operation, self, input, about);
  });
}

/** Makes a call that an action consists of, and says what became of the action. */
async function ended<T>(
  { db }: Context,
  action: Pick<ActionRow, "id" | "tries">,
  call: () => Promise<T>,
): Promise<T> {
  try {
    const output = await call();
    await endAction(db, action.id);
    return output;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await deleteRefusedAction(db, action);
    throw error;
  }
}

/**
 * Finishes an open action beside whoever has begun it; false when it is over meanwhile.
 * @throws as `actElsewhere` does
 */
export async function finishAction(ctx: Context, id: number): Promise<boolean> {
  const row = await joinAction(ctx.db, { id, dueMs: ctx.now() + patienceMs });
  if (row === null) return false;
  await finish(ctx, row);
  return true;
}

async function finish(ctx: Context, row: ActionRow): Promise<void> {
  const { call, realmId } = row;
  const operation = carriedOut.find(({ name }) => name === call?.name);
  if (call === null || operation === undefined)
    throw new Error(`Action ${row.id} waits for what this release does not know.`);
  await runFor(operatorWork(ctx, row), () =>
    ended(ctx, row, () => ctx.messages.call(operation, self, call.input, { realmId })),
  );
}

/** Finishes, at an interval, the actions of operators of which it is not known what became of them. */
export function finishActionsRegularly(ctx: Context): PeriodicTask {
  const { db, log } = ctx;
  const onError = (error: unknown) => {
    log.error({ err: error }, "an operator's action is open and is tried again");
  };
  const run = async () => {
    const nowMs = ctx.now();
    const rows = await takeOpenActions(db, { nowMs, dueMs: nowMs + patienceMs });
    for (const one of await Promise.allSettled(rows.map((row) => finish(ctx, row))))
      if (one.status === "rejected") onError(one.reason);
  };
  return new PeriodicTask({ everyMs, run, onError });
}
