import { type AuditService, auditServices } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { z } from "zod";

/** Place behind entries of all services: the position of the last one of each, 0 for none. */
export const auditPositions = z.record(z.enum(auditServices), z.number()).readonly();

export type AuditPositions = Readonly<Record<AuditService, number>>;

/** The place before all entries. */
export const auditStart: AuditPositions = { users: 0, channels: 0, messages: 0 };

const form = /^(\d{1,15})-(\d{1,15})-(\d{1,15})-(\d{1,15})$/;

/** Writes a place in the log of an organization as a cursor. */
export function cursorOf(realmId: number, place: AuditPositions): string {
  return [realmId, ...auditServices.map((service) => place[service])].join("-");
}

/**
 * Reads a cursor of an organization.
 * @throws BAD_REQUEST
 */
export function placeOf(realmId: number, cursor: string): AuditPositions {
  const numbers = form.exec(cursor)?.slice(1).map(Number);
  if (numbers === undefined) throw new AppError("BAD_REQUEST", "Invalid cursor");
  const [ofRealm, users = 0, channels = 0, messages = 0] = numbers;
  if (ofRealm !== realmId)
    throw new AppError("BAD_REQUEST", "Invalid cursor: it is of another organization.");
  return { users, channels, messages };
}

/** Returns the refusal of a place that is behind the end of the log, as after a restore. */
export function beyondEnd(): AppError {
  return new AppError("BAD_REQUEST", "Invalid cursor: the log does not reach so far.");
}
