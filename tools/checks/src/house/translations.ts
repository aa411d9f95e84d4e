import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Problem } from "../problem.ts";
import { listPaths } from "../source-files.ts";

/** Language that texts are written in first. */
const original = "en";
const fileOfLanguage = /^(?<folder>.*texts)\/(?<code>[a-z]{2,3})\.ts$/;

/**
 * Checks that texts in folders whose name ends with `texts` are there in every language: with the same names and the
 * same places, and with each plural form that the language has (docs/tutorials/add-a-language.md).
 */
export async function checkTranslations(root: string): Promise<Problem[]> {
  const files = listPaths(root, "{libs,services}/*/src/**/*texts/*.ts").flatMap((path) => {
    const { code, folder } = fileOfLanguage.exec(path)?.groups ?? {};
    return code === undefined || folder === undefined ? [] : [{ code, folder }];
  });
  const codes = [...new Set(files.map(({ code }) => code))];
  const folders = [...new Set(files.map(({ folder }) => folder))];
  const found = folders.map(async (folder) => {
    const texts = new Map<string, TextsByName>();
    for (const code of codes) texts.set(code, await textsOf(join(root, folder, `${code}.ts`)));
    const first = texts.get(original) ?? new Map<string, Text>();
    return codes.flatMap((code) =>
      problemsOf(code, { first, texts: texts.get(code) ?? new Map<string, Text>() }).map(
        (message) => ({ file: `${folder}/${code}.ts`, message }),
      ),
    );
  });
  return (await Promise.all(found)).flat();
}

type Text = string | Readonly<Record<string, string>>;
type TextsByName = ReadonlyMap<string, Text>;

/** Reads everything that a file exports, by its dotted name; empty when there is no such file. */
async function textsOf(path: string): Promise<TextsByName> {
  const module: unknown = await import(pathToFileURL(path).href).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      return {};
    throw error;
  });
  return new Map(listed(module, []).map(([name, text]) => [name.replace(/^\w+\./, ""), text]));
}

function listed(value: unknown, names: readonly string[]): [string, Text][] {
  if (typeof value === "string") return [[names.join("."), value]];
  if (typeof value !== "object" || value === null) return [];
  const entries: [string, unknown][] = Object.entries(value);
  const forms = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  if ("other" in value) return [[names.join("."), Object.fromEntries(forms)]];
  return entries.flatMap(([name, one]) => listed(one, [...names, name]));
}

interface Compared {
  readonly first: TextsByName;
  readonly texts: TextsByName;
}

function problemsOf(code: string, { first, texts }: Compared): string[] {
  const missing = [...first.keys()].filter((name) => !texts.has(name));
  const strange = [...texts.keys()].filter((name) => !first.has(name));
  const wrong = [...texts].flatMap(([name, text]) => {
    const places = placesOf(first.get(name) ?? text);
    return [...unlikePlaces(text, places), ...lackingForms(code, text)].map(
      (message) => `${name}: ${message}`,
    );
  });
  return [
    ...missing.map((name) => `${name} is missing: translate it`),
    ...strange.map((name) => `${name} is not in ${original}.ts: take it out`),
    ...wrong,
  ];
}

function unlikePlaces(text: Text, wanted: readonly string[]): string[] {
  const places = placesOf(text);
  if (places.join() === wanted.join()) return [];
  return [`has the places ${places.join(", ")} instead of ${wanted.join(", ")}`];
}

/** Lists the places of a text, or of all its forms; the number may be missing where the form says it in words. */
function placesOf(text: Text): string[] {
  const forms = typeof text === "string" ? [text] : Object.values(text);
  const places = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  return [...new Set(places.map(String))].toSorted();
}

function lackingForms(code: string, text: Text): string[] {
  if (typeof text === "string") return [];
  const wanted = new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted();
  const forms = Object.keys(text).toSorted();
  return forms.join() === wanted.join()
    ? []
    : [`has the plural forms ${forms.join(", ")} instead of ${wanted.join(", ")}`];
}
