import { listNextEntries } from "@team-chat/audit";
import {
  auditOperationsOf,
  type AuditService,
  auditServices,
  auditStreamBytes,
  type auditStreamLine,
  type InputOf,
  type NextAuditEntries,
  type NextAuditQuestion,
  type streamAuditLog as contract,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { LinesAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { type AuditPositions, auditStart, cursorOf, placeOf } from "../../domain/audit/cursor.ts";
import { mergeEntries, type ServiceEntries } from "../../domain/audit/next-entries.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { presentAuditEntry } from "../../present/audit-entry.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";

type Line = z.input<typeof auditStreamLine>;

const self = { kind: "service", name: "users" } as const;

/** Lists entries behind a place, for a program that goes on where it stopped (docs/behaviour/audit.md#reading-on). */
export async function streamAuditLog(
  ctx: Context,
  caller: Caller,
  { cursor, limit }: InputOf<typeof contract>,
): Promise<LinesAnswer> {
  const realmId = caller.realm.id;
  checkAdministrator(await loadAccount(ctx.db, realmId, caller.userId));
  const place = cursor === undefined ? auditStart : placeOf(realmId, cursor);
  const answers = await Promise.all(
    auditServices.map(async (service) => {
      const question = { realmId, after: place[service], limit };
      return { service, ...(await nextOf(ctx, service, question)) };
    }),
  );
  if (answers.some(({ last, service }) => place[service] > last))
    throw new AppError("BAD_REQUEST", "Invalid cursor: the log does not reach so far.");
  return new LinesAnswer(linesOf(answers, { realmId, place, limit }));
}

function nextOf(
  { channels, db, messages }: Context,
  service: AuditService,
  question: NextAuditQuestion,
): Promise<NextAuditEntries> {
  if (service === "users") return listNextEntries(db, question);
  const client = service === "channels" ? channels : messages;
  const { next } = auditOperationsOf[service];
  return client.call(next, self, question, { realmId: question.realmId });
}

interface Start {
  readonly realmId: number;
  readonly place: AuditPositions;
  readonly limit: number;
}

/** Writes as many entries as an answer has room for, but at least one. */
function linesOf(answers: readonly ServiceEntries[], { limit, place, realmId }: Start): string[] {
  const lines: string[] = [];
  let behind = place;
  let bytes = 0;
  for (const { entry, service } of mergeEntries(answers).slice(0, limit)) {
    const skipped = entry.position - behind[service] - 1;
    behind = { ...behind, [service]: entry.position };
    const cursor = cursorOf(realmId, behind);
    const shown: Line = { ...presentAuditEntry(entry, service), skipped, cursor };
    const line = JSON.stringify(shown);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > auditStreamBytes && lines.length > 0) break;
    lines.push(line);
  }
  return lines;
}
