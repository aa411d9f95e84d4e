import { batch, computed, signal } from "@preact/signals";

import { en } from "./en.ts";
import type { Text, TextName } from "./forms.ts";
import { languageFor, type LanguageCode, languages } from "./languages.ts";

export type { TextName } from "./forms.ts";

type Values = Readonly<Record<string, string | number>>;

/** Views that show any are drawn again when the language changes. */
const texts = signal<Partial<Record<TextName, Text>>>(en);
const language = signal<LanguageCode>("en");
const plurals = computed(() => new Intl.PluralRules(language.value));
const has24Hours = signal(false);
let arePagesLoaded = false;

/** Returns a text with its values; one that counts is chosen by the value `n`. */
export function t(name: TextName, values: Values = {}): string {
  const text = texts.value[name] ?? "";
  const form =
    typeof text === "string"
      ? text
      : (text[plurals.value.select(Number(values["n"]))] ?? text.other);
  return form.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ""));
}

/** Loads the texts of the pages that are loaded when they are needed. */
export async function loadPageTexts(): Promise<void> {
  if (arePagesLoaded) return;
  const pages = await languages[language.peek()].loadPages();
  arePagesLoaded = true;
  texts.value = { ...texts.peek(), ...pages };
}

/** Shows everything in a language from now on, in English where there is no such one. */
export async function changeLanguage(code: unknown): Promise<void> {
  const next = languageFor(code);
  if (next === language.peek()) return;
  const { direction, load, loadPages } = languages[next];
  const [core, pages] = await Promise.all([load(), arePagesLoaded ? loadPages() : {}]);
  document.documentElement.lang = next;
  document.documentElement.dir = direction;
  batch(() => {
    language.value = next;
    texts.value = { ...core, ...pages };
  });
}

/** Shows times of day from 0 to 24 hours, or as the language has it. */
export function show24Hours(are24: boolean): void {
  has24Hours.value = are24;
}

/** The browser's own variant of the language, if it has one, as times are written by it. */
const locale = computed(() => {
  const code = language.value;
  return navigator.languages.find((one) => one === code || one.startsWith(`${code}-`)) ?? code;
});

/** Makes what shows times. */
function timesBy(form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale.value} ${String(has24Hours.value)} ${JSON.stringify(form)}`;
  const hasTime = "hour" in form || "timeStyle" in form;
  const made =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale.value, {
      ...form,
      ...(hasTime && has24Hours.value ? { hourCycle: "h23" } : {}),
    });
  formats.set(key, made);
  return made;
}

/** Making one takes longer than showing a thousand times with it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Times and days as they were shown, the newest last. A visit begins with those of the one before: making the first
 * format takes the browser 20 ms, which the first frame would wait for.
 */
let shownTimes = new Map<string, string>();
const mostKeptTimes = 100;

/** Returns how the times that were shown last are written, for the next visit. */
export function timesToKeep(): ReadonlyMap<string, string> {
  return new Map([...shownTimes].slice(-mostKeptTimes));
}

/** Takes what an earlier visit knew of how times are written. */
export function recallTimes(kept: ReadonlyMap<string, string>): void {
  shownTimes = new Map([...kept, ...shownTimes]);
}

/** Shows a moment in a form as it was shown before; `seen` says what the form shows of the moment. */
function shownAs(form: Intl.DateTimeFormatOptions, date: Date, seen: string): string {
  const key = `${locale.value} ${String(has24Hours.value)} ${seen}`;
  const text = shownTimes.get(key) ?? timesBy(form).format(date);
  shownTimes.delete(key);
  shownTimes.set(key, text);
  return text;
}

/** Shows the time of day of UNIX seconds. */
export function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const seen = `${String(date.getHours())}:${String(date.getMinutes())}`;
  return shownAs({ hour: "numeric", minute: "2-digit" }, date, seen);
}

/** Shows the time of day and the day of the week somewhere else; empty where that is not known. */
export function timeIn(timeZone: string, seconds: number): string {
  if (timeZone === "") return "";
  return timesBy({ ...timeOfWeek, timeZone }).format(seconds * 1000);
}

/** Shows the time of day and the day of the week. */
export function timeOfWeekOf(seconds: number): string {
  return timesBy(timeOfWeek).format(seconds * 1000);
}

const timeOfWeek = { weekday: "short", hour: "numeric", minute: "2-digit" } as const;

/** Says how long so many minutes, hours or days are. */
export function durationOf(count: number, unit: "day" | "hour" | "minute"): string {
  const form = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language.value, form).format(count);
}

/** Shows a count. */
export function numberOf(count: number): string {
  return new Intl.NumberFormat(language.value).format(count);
}

/** Says how much so many bytes are, in a unit of which there is at least one. */
export function sizeOf(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizes.length - 1);
  const form = {
    style: "unit",
    unit: sizes[step] ?? "byte",
    // Short, none would be "0 byte".
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(language.value, form).format(bytes / 1000 ** step);
}

const sizes = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Shows a date that has no time of day, as `2024-01-31`. */
export function dateOf(date: string): string {
  const ms = Date.parse(date);
  if (Number.isNaN(ms)) return date;
  return timesBy({ dateStyle: "long", timeZone: "UTC" }).format(ms);
}

/** Shows the day of UNIX seconds, with its year unless it is this one. */
export function dayOf(seconds: number, nowMs: number): string {
  const date = new Date(seconds * 1000);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  const rest = isThisYear ? ({ weekday: "long" } as const) : ({ year: "numeric" } as const);
  const seen = `${date.toDateString()} ${String(isThisYear)}`;
  return shownAs({ day: "numeric", month: "long", ...rest }, date, seen);
}

/** Shows UNIX seconds in full. */
export function momentOf(seconds: number): string {
  return timesBy({ dateStyle: "full", timeStyle: "short" }).format(seconds * 1000);
}
