import { listNextEntries } from "@team-chat/audit";
import {
  auditOperationsOf,
  type AuditService,
  auditServices,
  auditStreamBytes,
  type auditStreamLine,
  type NextAuditEntries,
  type NextAuditQuestion,
} from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { mergeEntries, type ServiceEntries } from "../../domain/audit/next-entries.ts";
import { presentAuditEntry } from "../../present/audit/entry.ts";
import { type AuditPositions, cursorOf } from "../../values/audit-positions.ts";

type Line = z.input<typeof auditStreamLine>;

const self = { kind: "service", name: "users" } as const;

interface Start {
  readonly realmId: number;
  readonly place: AuditPositions;
  /** Most entries. */
  readonly limit: number;
}

/** Entries behind a place, as many as an answer has room for. */
interface NextLines {
  /** Entries as JSON, without line breaks; none when there is nothing new. */
  readonly lines: readonly string[];
  /** Place behind the last of them. */
  readonly place: AuditPositions;
  /** True if there is nothing behind them. */
  readonly isAll: boolean;
  /** Services whose log ends before the place from which they were asked to go on. */
  readonly beyond: readonly AuditService[];
}

/** Reads on in the log of all services. @throws SERVICE_UNAVAILABLE when one does not answer */
export async function readOn(ctx: Context, start: Start): Promise<NextLines> {
  const { limit, place, realmId } = start;
  const answers = await Promise.all(
    auditServices.map(async (service) => {
      const question = { realmId, after: place[service], limit };
      return { service, ...(await nextOf(ctx, service, question)) };
    }),
  );
  const beyond = answers
    .filter(({ last, service }) => place[service] > last)
    .map(({ service }) => service);
  if (beyond.length > 0) return { lines: [], place, isAll: false, beyond };
  const next = linesOf(answers, start);
  const isAll = answers.every(({ last, service }) => next.place[service] === last);
  return { ...next, isAll, beyond };
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

/** Writes as many entries as there is room for, but at least one. */
function linesOf(
  answers: readonly ServiceEntries[],
  { limit, place, realmId }: Start,
): Pick<NextLines, "lines" | "place"> {
  const lines: string[] = [];
  let behind = place;
  let bytes = 0;
  for (const { entry, service } of mergeEntries(answers).slice(0, limit)) {
    const skipped = entry.position - behind[service] - 1;
    const next = { ...behind, [service]: entry.position };
    const cursor = cursorOf(realmId, next);
    const shown: Line = { ...presentAuditEntry(entry, service), skipped, cursor };
    const line = JSON.stringify(shown);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > auditStreamBytes && lines.length > 0) break;
    lines.push(line);
    behind = next;
  }
  return { lines, place: behind };
}
