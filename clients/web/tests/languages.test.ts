import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { describe, test } from "vitest";

import type { Text } from "../src/texts/forms.ts";
import { languages } from "../src/texts/languages.ts";
import { sizeOf } from "../src/texts/texts.ts";
import { browserName } from "../src/views/settings/browser-name.ts";

const source = path.join(import.meta.dirname, "../src");

function valuesIn(text: Text): readonly string[] {
  const whole = typeof text === "string" ? text : text.other;
  return [...whole.matchAll(/\{\w+\}/g)].map(([value]) => value).toSorted();
}

describe("languages of the web client (docs/subsystems/web-client.md#languages)", () => {
  test("every language has all texts, with the values that those in English have", async ({
    expect,
  }) => {
    const english: Record<string, Text> = {
      ...(await languages.en.load()),
      ...(await languages.en.loadPages()),
    };
    for (const [code, { load, loadPages }] of Object.entries(languages)) {
      const texts: Record<string, Text> = { ...(await load()), ...(await loadPages()) };
      expect([code, ...Object.keys(texts).toSorted()]).toEqual([
        code,
        ...Object.keys(english).toSorted(),
      ]);
      for (const [name, text] of Object.entries(english))
        expect([name, valuesIn(texts[name] ?? "")]).toEqual([name, valuesIn(text)]);
    }
  });

  test("a text that counts has every plural form that its language needs", async ({ expect }) => {
    const problems: string[] = [];
    for (const [code, { load, loadPages }] of Object.entries(languages)) {
      const needed = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
      for (const [name, text] of Object.entries({ ...(await load()), ...(await loadPages()) })) {
        const has = typeof text === "string" ? needed : Object.keys(text);
        if (!needed.every((form) => has.includes(form))) problems.push(`${code}: ${name}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test("an amount of bytes is said in a unit of which there is at least one", ({ expect }) => {
    expect([0, 999, 1000, 4820, 3_000_000, 7e12].map(sizeOf)).toEqual([
      "0 bytes",
      "999 bytes",
      "1 kB",
      "4.8 kB",
      "3 MB",
      "7,000 GB",
    ]);
  });

  test("styles name no left and right, so that everything is mirrored where people write from the right", ({
    expect,
  }) => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" });
    const physical =
      /^\s*((margin|padding|border|scroll-margin|scroll-padding)-(left|right)|left|right|float|text-align: (left|right))\b.*/gm;
    const found = files
      .filter((file) => file.endsWith(".css"))
      .flatMap((file) => readFileSync(path.join(source, file), "utf8").match(physical) ?? [])
      .map((line) => line.trim());
    expect(found).toEqual([]);
  });

  test("a browser is named by its header, the one that others derive from last", ({ expect }) => {
    const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";
    expect(browserName(chrome)).toBe("Chrome, Linux");
    expect(browserName(`${chrome} Edg/120.0`)).toBe("Edge, Linux");
    expect(browserName("zulip-terminal/0.7")).toBe("zulip-terminal/0.7");
  });
});
