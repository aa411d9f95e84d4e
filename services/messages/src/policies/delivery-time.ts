import { AppError } from "@team-chat/errors";

/** Checks that something can still be scheduled for then (UNIX seconds). @throws BAD_REQUEST */
export function checkDeliveryTime(deliverAt: number, nowMs: number): void {
  if (deliverAt * 1000 <= nowMs)
    throw new AppError("BAD_REQUEST", "Scheduled delivery time must be in the future.");
}
