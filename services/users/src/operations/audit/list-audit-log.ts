import { listEntries } from "@team-chat/audit";
import {
  type AuditEntry,
  auditOperationsOf,
  type AuditQuestion,
  type AuditService,
  auditServices,
  type InputOf,
  type listAuditLog as contract,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { presentAuditEntry } from "../../present/audit/entry.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";

type Input = InputOf<typeof contract>;
type Output = OutputOf<typeof contract>;

const self = { kind: "service", name: "users" } as const;

/** Position of an entry in the order of all services: by time, then by service, then by its position there. */
interface Position {
  readonly changedAtMs: number;
  readonly rank: number;
  readonly position: number;
}

/** Lists who has changed what (docs/behaviour/audit.md#listing). */
export async function listAuditLog(ctx: Context, caller: Caller, input: Input): Promise<Output> {
  const realmId = caller.realm.id;
  checkAdministrator(await loadAccount(ctx.db, realmId, caller.userId));
  const { actor_id, anchor, limit, object, operation, since } = input;
  const start = anchor === undefined ? null : positionOf(anchor);
  const question = {
    realmId,
    sinceMs: since === undefined ? null : since * 1000,
    actorId: actor_id ?? null,
    operation: operation ?? null,
    object: object ?? null,
    // One more than is shown tells whether there is more.
    limit: limit + 1,
  };
  const lists = await Promise.all(
    auditServices.map(async (service, rank) => {
      const before = start && boundOf(start, rank);
      const entries = await listOf(ctx, service, { ...question, before });
      return entries.map((entry) => ({ entry, service, rank }));
    }),
  );
  const found = lists
    .flat()
    .toSorted(
      (a, b) =>
        b.entry.changedAtMs - a.entry.changedAtMs ||
        b.rank - a.rank ||
        b.entry.position - a.entry.position,
    );
  const entries = found
    .slice(0, limit)
    .map(({ entry, service }) => presentAuditEntry(entry, service));
  return { entries, found_oldest: found.length <= limit };
}

async function listOf(
  { channels, db, messages }: Context,
  service: AuditService,
  question: AuditQuestion,
): Promise<readonly AuditEntry[]> {
  if (service === "users") return listEntries(db, question);
  const client = service === "channels" ? channels : messages;
  const { list } = auditOperationsOf[service];
  return (await client.call(list, self, question, { realmId: question.realmId })).entries;
}

const idForm = /^(\d{1,15})-(\d)-(\d{1,15})$/;

/** @throws BAD_REQUEST */
function positionOf(anchor: string): Position {
  const [, changedAtMs, rank, position] = idForm.exec(anchor) ?? [];
  if (changedAtMs === undefined) throw new AppError("BAD_REQUEST", "Invalid anchor");
  return { changedAtMs: Number(changedAtMs), rank: Number(rank), position: Number(position) };
}

/** Returns the bound of the entries of one service that come after a place in the order of all, newest first. */
function boundOf(
  { changedAtMs, position, rank }: Position,
  ownRank: number,
): AuditQuestion["before"] {
  if (ownRank === rank) return { changedAtMs, position };
  return ownRank < rank
    ? { changedAtMs: changedAtMs + 1, position: 0 }
    : { changedAtMs, position: 0 };
}
