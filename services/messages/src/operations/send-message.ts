import type { sendMessage as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { loadWorld } from "../directories/realm-world.ts";
import { readsOwn } from "../policies/reads-own.ts";
import { findSent } from "../queries/idempotency.ts";
import { composeMessage } from "../sending/compose-message.ts";
import { resolveTarget } from "../sending/resolve-target.ts";
import { writeMessage } from "../sending/write-message.ts";

type Input = InputOf<typeof contract>;

const maxKeyLength = 200;

/** Sends a message (specification, POST /messages; reference/behaviour.md §2). */
export async function sendMessage(
  ctx: Context,
  caller: Caller,
  ...[input, request]: [input: Input, request: RequestFacts]
): Promise<OutputOf<typeof contract>> {
  checkUnsupported(input);
  const key = checkedKey(request.idempotencyKey);
  const first =
    key === null
      ? null
      : await findSent(ctx.hot, { realmId: caller.realm.id, userId: caller.userId, key });
  if (first !== null) return { id: first };
  const world = await loadWorld(ctx, caller);
  const target = resolveTarget(input, world);
  const composed = await composeMessage(ctx, world, { target, content: input.content });
  const id = await writeMessage(ctx, world, {
    ...composed,
    // Postgres keeps no null characters.
    client: caller.client.replaceAll("\0", ""),
    readBySender: input.read_by_sender ?? readsOwn(caller.client),
    idempotencyKey: key,
    origin: originOf(input),
  });
  return { id };
}

function checkUnsupported({ sender, forged, queue_id, local_id }: Input): void {
  if (sender !== undefined) throw new AppError("BAD_REQUEST", "Invalid mirrored message");
  if (forged === "true" || forged === "yes" || forged === "1")
    throw new AppError("BAD_REQUEST", "User not authorized for this query");
  if (queue_id !== undefined && local_id === undefined)
    throw new AppError("BAD_REQUEST", "queue_id requires local_id");
}

function originOf({ queue_id: queueId, local_id: localId }: Input) {
  return queueId === undefined || localId === undefined ? null : { queueId, localId };
}

function checkedKey(key: string | undefined): string | null {
  if (key === undefined || key === "") return null;
  if (key.length > maxKeyLength)
    throw new AppError(
      "BAD_REQUEST",
      `Idempotency-Key is too long (limit: ${maxKeyLength} characters)`,
    );
  return key;
}
