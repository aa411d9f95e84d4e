import { zoneOffset } from "./zones.ts";

const seconds = /^-?\d{1,12}(?:\.\d+)?$/;
const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?\s*(\S+)?$/i;
const token = /[a-z]+|[+-]\d{2}:?\d{2}(?!\d)|\d+(?::\d+)+|\d+|\S/gi;
const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const weekdays = "mon tue wed thu fri sat sun".split(" ");
/** Words and signs that say nothing about the moment. */
const ignored = new Set(["st", "nd", "rd", "th", "at", "on", "of", "and", "t", ",", ".", "-", "/"]);
const maxLength = 100;

/** Parts understood so far; null for those that are not given. */
interface Parts {
  year: number | null;
  /** From 1. */
  month: number | null;
  day: number | null;
  hour: number | null;
  minute: number;
  second: number;
  millisecond: number;
  /** Minutes east of Greenwich. */
  offset: number;
}

/**
 * Parses a moment as people write it: ISO 8601, UNIX seconds, or a date in English such as `Jun 5th 2017, 10:30 PM
 * EST`; UTC where no zone is given (docs/behaviour/markdown.md#times). What is missing of the date is that of `now`.
 * Null when it cannot be understood.
 */
export function parseTime(written: string, now: Date): Date | null {
  const text = written.trim();
  if (text === "" || text.length > maxLength) return null;
  if (seconds.test(text)) return validDate(new Date(Number(text) * 1000));
  const parts = parseIso(text) ?? parseWords(text);
  return parts && momentOf(parts, now);
}

function emptyParts(): Parts {
  return {
    year: null,
    month: null,
    day: null,
    hour: null,
    minute: 0,
    second: 0,
    millisecond: 0,
    offset: 0,
  };
}

function parseIso(text: string): Parts | null {
  const match = iso.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute = 0, second = 0, fraction = 0, zone = "Z"] = match;
  const offset = zoneOffset(zone);
  if (offset === null) return null;
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: hour === undefined ? null : Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Math.floor(Number(fraction) * 1000),
    offset,
  };
}

function parseWords(text: string): Parts | null {
  const parts = emptyParts();
  const words = text.match(token) ?? [];
  for (const [index, word] of words.entries()) {
    const understood = /^\d/.test(word)
      ? readNumber(word, words[index + 1] ?? "", parts)
      : readWord(word.toLowerCase(), parts);
    if (!understood) return null;
  }
  return parts;
}

function readNumber(word: string, next: string, parts: Parts): boolean {
  if (word.includes(":")) return readClock(word, parts);
  const value = Number(word);
  if (/^[ap]m$/i.test(next)) {
    if (parts.hour !== null) return false;
    parts.hour = value;
    return true;
  }
  if (word.length === 4 && parts.year === null) parts.year = value;
  else if (word.length <= 2 && parts.day === null) parts.day = value;
  else return false;
  return true;
}

function readClock(word: string, parts: Parts): boolean {
  const [hour = 0, minute = 0, second = 0, ...more] = word.split(":").map(Number);
  if (parts.hour !== null || more.length > 0) return false;
  Object.assign(parts, { hour, minute, second });
  return true;
}

function readWord(word: string, parts: Parts): boolean {
  if (ignored.has(word)) return true;
  if (word === "am" || word === "pm") return readHalf(word, parts);
  const month = months.findIndex((name) => word.startsWith(name));
  if (month !== -1 && parts.month === null) {
    parts.month = month + 1;
    return true;
  }
  if (weekdays.some((name) => word.startsWith(name))) return true;
  const offset = zoneOffset(word);
  if (offset === null) return false;
  parts.offset = offset;
  return true;
}

function readHalf(half: "am" | "pm", parts: Parts): boolean {
  if (parts.hour === null || parts.hour < 1 || parts.hour > 12) return false;
  parts.hour = (parts.hour % 12) + (half === "pm" ? 12 : 0);
  return true;
}

function momentOf(parts: Parts, now: Date): Date | null {
  const { hour, minute, second, millisecond, offset } = parts;
  const said = [parts.year, parts.month, parts.day, hour].some((part) => part !== null);
  const year = parts.year ?? now.getUTCFullYear();
  const month = parts.month ?? now.getUTCMonth() + 1;
  const day = parts.day ?? (parts.month === null ? now.getUTCDate() : 1);
  if (
    !said ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
    return null;
  if ((hour ?? 0) > 23 || minute > 59 || second > 59) return null;
  const moment = Date.UTC(year, month - 1, day, hour ?? 0, minute - offset, second, millisecond);
  return validDate(new Date(moment));
}

/** Clients read four digits of a year. */
function validDate(date: Date): Date | null {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
}
