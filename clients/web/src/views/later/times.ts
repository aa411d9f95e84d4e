import type { TextName } from "../../texts/texts.ts";

/** A time that is offered, in UNIX seconds. */
export interface OfferedTime {
  readonly text: TextName;
  readonly seconds: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const morning = 9;
const evening = 18;
const monday = 1;

/** Lists times that people often choose, soonest first, in the browser's time zone. */
export function offeredTimes(nowMs: number): readonly OfferedTime[] {
  const inAnHour = Math.ceil((nowMs + hourMs) / minuteMs) * minuteMs;
  const tonight = at(nowMs, { days: 0, hour: evening });
  const tomorrow = at(nowMs, { days: 1, hour: morning });
  const daysToMonday = (monday + 7 - new Date(nowMs).getDay()) % 7 || 7;
  const nextMonday = at(nowMs, { days: daysToMonday, hour: morning });
  return [
    { text: "later.inAnHour", seconds: inAnHour / 1000 },
    ...(tonight > inAnHour ? [{ text: "later.tonight", seconds: tonight / 1000 } as const] : []),
    { text: "later.tomorrow", seconds: tomorrow / 1000 },
    ...(daysToMonday > 1 ? [{ text: "later.monday", seconds: nextMonday / 1000 } as const] : []),
  ];
}

/** Returns the full hour of a day that is so many days away, in ms; days need not have 24 hours. */
function at(nowMs: number, { days, hour }: { readonly days: number; readonly hour: number }) {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hour).getTime();
}

/** Writes UNIX seconds as a field for date and time has them. */
export function fieldOf(seconds: number): string {
  const time = new Date(seconds * 1000);
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * minuteMs);
  return shifted.toISOString().slice(0, "2024-01-31T09:00".length);
}

/** Reads a field for date and time; NaN when it is empty. */
export function secondsOf(field: string): number {
  return new Date(field).getTime() / 1000;
}
