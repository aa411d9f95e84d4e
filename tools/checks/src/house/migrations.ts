import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { lineAt, readSources, type SourceFile } from "../source-files.ts";
import { checkMigrationLocks } from "./migration-locks.ts";

const name = /^\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;
const contracting =
  /\b(?:drop\s+(?:table|column|schema|view|type|constraint|function)|rename\s+(?:to|column)|truncate|alter\s+column\s+\w+\s+(?:set\s+not\s+null|(?:set\s+data\s+)?type))\b/gi;
const reason = /--\s*contracts:\s*\S+\s+\S+/;

/**
 * Migrations have a number and a name, only expand, so that the previous release runs on the newer schema, and lock
 * nobody out of large tables.
 */
export function checkMigrations(root: string): Problem[] {
  const files = readSources(root, "{services,libs}/*/migrations/*");
  const numbers = files.map(
    ({ path }) => `${posix.dirname(path)}/${posix.basename(path).slice(0, 4)}`,
  );
  const named = files.flatMap((file, index) => [
    ...(name.test(posix.basename(file.path))
      ? []
      : [{ file: file.path, message: "must be named NNNN-what-it-does.sql" }]),
    ...(numbers.indexOf(numbers[index] ?? "") === index
      ? []
      : [
          {
            file: file.path,
            message: "another migration of this folder has this number: take the next one",
          },
        ]),
    ...(reason.test(file.text) ? [] : contractions(file)),
  ]);
  return [...named, ...checkMigrationLocks(files)];
}

function contractions({ path, text }: SourceFile): Problem[] {
  return [...text.matchAll(contracting)].map((match) => ({
    file: path,
    line: lineAt(text, match.index),
    message: `"${match[0]}" takes away what the previous release uses: add beside it now and remove it one release later, with a comment \`-- contracts: why it is safe\``,
  }));
}
