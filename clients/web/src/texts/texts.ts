import { en, type TextName } from "./en.ts";

type Values = Readonly<Record<string, string | number>>;

/** Texts of the client in one language, by their names. */
type Texts = Readonly<Record<TextName, string | { readonly one: string; readonly other: string }>>;

const language = "en";
const texts: Texts = en;
const plurals = new Intl.PluralRules(language);

/** Returns a text with its values; one that counts is chosen by the value `n`. */
export function t(name: TextName, values: Values = {}): string {
  const text = texts[name];
  const form =
    typeof text === "string"
      ? text
      : text[plurals.select(Number(values["n"])) === "one" ? "one" : "other"];
  return form.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ""));
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

/** Shows the day of UNIX seconds, with its year unless it is this one. */
export function dayOf(seconds: number, nowMs: number): string {
  const isThisYear = new Date(seconds * 1000).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? days : daysOfYears).format(seconds * 1000);
}

/** Shows UNIX seconds in full. */
export function momentOf(seconds: number): string {
  return moments.format(seconds * 1000);
}
