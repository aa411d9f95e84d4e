import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { lineAt, type SourceFile } from "../source-files.ts";

/** Last migrations of each folder from before this rule; they stay as they are. */
const older: Readonly<Record<string, string>> = {
  "libs/audit/migrations": "0001",
  "libs/outbox/migrations": "0003",
  "services/channels/migrations": "0013",
  "services/messages/migrations": "0028",
  "services/users/migrations": "0064",
  "services/webhooks/migrations": "0014",
};

/** Says of which of its tables a migration knows that they are small, and why. */
const reason = /--\s*small:\s*(\w+)\s+\S+/g;
const form = /^--\s*runs:\s*(?:(concurrently)|in batches)/;

interface Rule {
  /** Group `table`: the table that is meant, where the statement names it. */
  readonly pattern: RegExp;
  readonly message: string;
}

const alter = String.raw`^alter\s+table\s+(?:only\s+)?(?<table>\w+)\b(?:(?!;)[\s\S])*?`;
const column = String.raw`${alter}\badd\s+column\s+(?:[^,(]|\((?:[^()]|\([^()]*\))*\))*?`;
const notValid = String.raw`(?!(?:(?!\badd\s)[\s\S])*\bnot\s+valid\b)`;
const constant = String.raw`(?:now|current_timestamp|array_fill|jsonb_build_object)\b`;

/** Statements that rewrite a table, or lock others out of it for as long as it has rows to look at. */
const rules: readonly Rule[] = [
  {
    pattern:
      /^create\s+(?:unique\s+)?index\s+(?!concurrently\b)(?:\w+\s+)?on\s+(?:only\s+)?(?<table>\w+)/,
    message:
      "locks out all who write until it is built: `create index concurrently`, in a file that `-- runs: concurrently`",
  },
  {
    pattern: new RegExp(
      String.raw`${alter}\badd\s+(?:constraint\s+\w+\s+)?(?:check\b|foreign\s+key\b)${notValid}`,
    ),
    message:
      "looks at every row while nobody writes: add it `not valid`, and `validate constraint` in the next file",
  },
  {
    pattern: new RegExp(
      String.raw`${alter}\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key|exclude)\s*(?!\s*using\s+index\b)\S`,
    ),
    message:
      "builds an index while nobody reads: build it concurrently, then `add constraint … using index`",
  },
  {
    pattern: new RegExp(String.raw`${column}\b(?:unique|primary\s+key|references|check)\b`),
    message:
      "looks at every row while nobody reads: add the column alone, and what holds for it by steps of its own",
  },
  {
    pattern: new RegExp(
      String.raw`${column}(?:\bstored\b|\bas\s+identity\b|\s(?:big|small)?serial\b)`,
    ),
    message:
      "rewrites the table: add a column that may be null, fill it by a trigger and in batches",
  },
  {
    pattern: new RegExp(String.raw`${column}\bdefault\s+(?!${constant})\w+\s*\(`),
    message:
      "rewrites the table when the default is another one for each row: give a constant, and the others in batches",
  },
  {
    pattern: new RegExp(String.raw`${alter}\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b`),
    message:
      "rewrites the table: add a column of the new type beside it, and fill it by a trigger and in batches",
  },
  {
    pattern: new RegExp(
      String.raw`${alter}\bset\s+(?:logged|unlogged|tablespace|access\s+method)\b`,
    ),
    message: "rewrites the table while nobody reads",
  },
  {
    pattern: /^alter\s+table\s+(?:only\s+)?\w+\s+attach\s+partition\s+(?<table>\w+)/,
    message:
      "looks at every row of it while nobody reads: partition the table in a file that `-- runs: partitioning of <table>`",
  },
  {
    pattern:
      /^(?:cluster|lock(?:\s+table)?|vacuum\s+full|reindex\s+(?:table|index)(?!\s+concurrently))\s+(?<table>\w+)/,
    message: "locks others out of the table",
  },
  {
    pattern: /^(?:update|delete\s+from)\s+(?<table>\w+)/,
    message:
      "locks all its rows until the last is done: run it in batches (`-- runs: in batches of … by …`)",
  },
];

/**
 * Checks that a migration neither rewrites a table that is there already nor locks others out of it: it may have
 * millions of rows. A table of which a comment `-- small: <table> because …` says why it has few is left out.
 */
export function checkMigrationLocks(files: readonly SourceFile[]): Problem[] {
  return files
    .filter(({ path }) => posix.basename(path) > `${older[posix.dirname(path)] ?? ""}~`)
    .flatMap((file) => lockingStatements(file, files));
}

function lockingStatements({ path, text }: SourceFile, files: readonly SourceFile[]): Problem[] {
  const [, concurrently] = form.exec(text) ?? [];
  if (form.test(text) && concurrently === undefined) return [];
  const statements = statementsOf(text);
  const free = new Set([...text.matchAll(reason)].map(([, table]) => table));
  for (const { code } of statements) {
    const [, made] =
      /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/.exec(code) ?? [];
    if (made !== undefined) free.add(made);
  }
  const before = files.filter(
    (other) => posix.dirname(other.path) === posix.dirname(path) && other.path < path,
  );
  return statements.flatMap(({ code, offset }) => {
    const said = rules
      .filter(({ pattern }) => {
        const found = pattern.exec(code);
        return found !== null && !free.has(found.groups?.["table"] ?? "");
      })
      .map(({ message }) => message);
    const more = [inTransaction(code, concurrently), unproven(code, before), validated(code, text)];
    return [...said, ...more.filter((message) => message !== null)].map((message) => ({
      file: path,
      line: lineAt(text, offset),
      message: `"${code.slice(0, 60).split("\n")[0]}" ${message}`,
    }));
  });
}

function inTransaction(code: string, concurrently: string | undefined): string | null {
  if (concurrently !== undefined || !/^(?:create|drop|reindex)\b[^;]*\bconcurrently\b/.test(code))
    return null;
  return "cannot run in a transaction: begin the file with `-- runs: concurrently`, with nothing else in it";
}

/** A column may only be `not null` when a check that was validated before says so: then PostgreSQL looks at no row. */
function unproven(code: string, before: readonly SourceFile[]): string | null {
  const [, table, name] =
    /^alter\s+table\s+(\w+)[\s\S]*?\balter\s+(?:column\s+)?(\w+)\s+set\s+not\s+null\b/.exec(code) ??
    [];
  if (table === undefined || name === undefined) return null;
  const check = new RegExp(
    String.raw`\bconstraint\s+(\w+)\s+check\s*\(\s*${name}\s+is\s+not\s+null\s*\)`,
  );
  const codes = before.flatMap(({ text }) => statementsOf(text).map((one) => one.code));
  const added = codes.map((one) =>
    one.startsWith(`alter table ${table}`) ? check.exec(one)?.[1] : undefined,
  );
  const isProven = added.some(
    (constraint) =>
      constraint !== undefined &&
      codes.some((one) => one.endsWith(`validate constraint ${constraint}`)),
  );
  if (isProven) return null;
  return `looks at every row while nobody reads: first \`check (${name} is not null) not valid\`, then \`validate constraint\`, each in a file before`;
}

function validated(code: string, text: string): string | null {
  const [, name] = /\bvalidate\s+constraint\s+(\w+)/.exec(code) ?? [];
  if (name === undefined || !new RegExp(String.raw`add\s+constraint\s+${name}\b`).test(text))
    return null;
  return "looks at every row under the lock of the constraint that it validates: put it into the next file";
}

interface Statement {
  /** In lower case, with spaces for what comments, texts and function bodies say. */
  readonly code: string;
  readonly offset: number;
}

function statementsOf(text: string): Statement[] {
  const blank = text
    .replaceAll(/--.*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g, (found) =>
      found.replaceAll(/[^\n]/g, " "),
    )
    .toLowerCase();
  return [...blank.matchAll(/[^;]+/g)]
    .map(({ 0: code, index }) => ({
      code: code.trim(),
      offset: index + code.length - code.trimStart().length,
    }))
    .filter(({ code }) => code !== "");
}
