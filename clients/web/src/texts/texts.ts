import { en, type TextName as CoreName } from "./en.ts";
import type { PageTextName } from "./pages/en.ts";

type Values = Readonly<Record<string, string | number>>;

/** Name of a text; those of pages are there once `loadPageTexts` was called. */
export type TextName = CoreName | PageTextName;

/** Texts in one language, by their names. */
type Texts<Name extends string = string> = Readonly<
  Record<Name, string | { readonly one: string; readonly other: string }>
>;

const language = "en";
const texts: Record<string, Texts[string]> = { ...(en satisfies Texts<CoreName>) };
const plurals = new Intl.PluralRules(language);

/** Returns a text with its values; one that counts is chosen by the value `n`. */
export function t(name: TextName, values: Values = {}): string {
  const text = texts[name] ?? "";
  const form =
    typeof text === "string"
      ? text
      : text[plurals.select(Number(values["n"])) === "one" ? "one" : "other"];
  return form.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ""));
}

/** Loads the texts of the pages that are loaded when they are needed. */
export async function loadPageTexts(): Promise<void> {
  const { pagesEn } = await import("./pages/en.ts");
  Object.assign(texts, pagesEn satisfies Texts<PageTextName>);
}

const times = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const days = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const daysOfYears = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "long",
  year: "numeric",
});
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

/** Shows the time of day of UNIX seconds. */
export function timeOf(seconds: number): string {
  return times.format(seconds * 1000);
}

/** Shows the time of day and the day of the week somewhere else; empty where that is not known. */
export function timeIn(timeZone: string, seconds: number): string {
  if (timeZone === "") return "";
  const form = { weekday: "short", hour: "numeric", minute: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat(undefined, form).format(seconds * 1000);
}

/** Shows a date that has no time of day, as `2024-01-31`. */
export function dateOf(date: string): string {
  const ms = Date.parse(date);
  if (Number.isNaN(ms)) return date;
  return new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" }).format(ms);
}

/** Shows the day of UNIX seconds, with its year unless it is this one. */
export function dayOf(seconds: number, nowMs: number): string {
  const isThisYear = new Date(seconds * 1000).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? days : daysOfYears).format(seconds * 1000);
}

/** Shows UNIX seconds in full. */
export function momentOf(seconds: number): string {
  return moments.format(seconds * 1000);
}
