import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { type ServerHandle, startPostgres } from "@team-chat/servers";
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";

import { hotPool, type HotPool, withArrayTexts } from "../src/index.ts";

const dir = mkdtempSync(path.join(tmpdir(), "arrays-"));
let postgres: ServerHandle;
let pool: HotPool;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: path.join(dir, "pg"), durable: false });
  pool = hotPool({ url: postgres.url, max: 1, onIdleError: () => undefined });
});

afterAll(async () => {
  await pool.end();
  await postgres.stop();
  rmSync(dir, { recursive: true });
});

/** Everything but null characters, of which Postgres keeps none, and often what its array texts are made of. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")),
  fc.string({ unit: fc.constantFrom('"', "\\", "{", "}", ",", " ", "\n", "é", "NULL", "null") }),
);

test("parameters come to Postgres as they were given", async ({ expect }) => {
  const given = fc.record({
    texts: fc.array(fc.option(anyText)),
    numbers: fc.array(fc.option(fc.maxSafeInteger())),
    text: anyText,
    flag: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ flag, numbers, text, texts }) => {
      const { rows } = await pool.query<object>(
        "select $1::text[] as texts, array(select to_json(n) from unnest($2::int8[]) n)::text[] as numbers, $3::text as text, $4::bool as flag",
        withArrayTexts([texts, numbers, text, flag]),
      );
      const shown = numbers.map((number) => (number === null ? null : String(number)));
      expect(rows).toEqual([{ texts, numbers: shown, text, flag }]);
    }),
  );
});
