import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { readSources, type SourceFile } from "../source-files.ts";
import type { GeneratedFile } from "./generated-file.ts";

const statuses = ["proposed", "accepted", "rejected", "superseded"];
const sections = ["Context", "Decision", "Consequences", "Rejected options"];
const fileName = /^(?<number>\d{4})-[a-z0-9-]+\.md$/;
const title = /^# (?<number>\d{4}) (?<text>\S.*)$/m;
const status = /^Status: (?<status>[a-z]+)(?<rest>.*)$/m;
const date = /^Date: \d{4}-\d{2}-\d{2}$/m;

/** Finds decision records whose name, header or sections are not in order, and numbers used twice. */
export function checkAdrs(root: string): Problem[] {
  const records = readRecords(root);
  const numbers = records.map(({ path }) => posix.basename(path).slice(0, 4));
  return records.flatMap((record, index) => [
    ...recordProblems(record),
    ...(numbers.indexOf(numbers[index] ?? "") === index
      ? []
      : [{ file: record.path, message: "another record has this number: take the next free one" }]),
  ]);
}

function readRecords(root: string): SourceFile[] {
  return readSources(root, "docs/adr/*.md").filter(({ path }) => !path.endsWith("/README.md"));
}

function recordProblems({ path, text }: SourceFile): Problem[] {
  const number = fileName.exec(posix.basename(path))?.groups?.["number"];
  const found = status.exec(text)?.groups;
  const demands: [met: boolean, message: string][] = [
    [number !== undefined, "must be named NNNN-what-was-decided.md"],
    [
      title.exec(text)?.groups?.["number"] === number,
      "must begin with `# NNNN Title`, the number as in the file name",
    ],
    [
      statuses.includes(found?.["status"] ?? ""),
      `needs a line \`Status: \` with one of ${statuses.join(", ")}`,
    ],
    [
      found?.["status"] !== "superseded" || /^ by \[\d{4}\]\(/.test(found["rest"] ?? ""),
      "is superseded: write `Status: superseded by [NNNN](NNNN-name.md)`",
    ],
    [date.test(text), "needs a line `Date: YYYY-MM-DD`"],
    ...sections.map((name): [boolean, string] => [
      text.includes(`\n## ${name}\n`),
      `needs a section \`## ${name}\``,
    ]),
  ];
  return demands.filter(([met]) => !met).map(([, message]) => ({ file: path, message }));
}

/** Computes docs/adr/README.md, the list of all decision records by number. */
export function adrIndex(root: string): GeneratedFile[] {
  const rows = readRecords(root).map(({ path, text }) => {
    const groups = title.exec(text)?.groups ?? {};
    const state = status.exec(text)?.groups;
    return `| [${groups["number"] ?? ""}](${posix.basename(path)}) | ${groups["text"] ?? ""} | ${state?.["status"] ?? ""}${state?.["rest"] ?? ""} |`;
  });
  const content = [
    "# Architecture decisions",
    "",
    "Context, decision, consequences and rejected options, one decision each. This list is generated: `npm run generate`.",
    "",
    "| | Decision | Status |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  return [{ path: "docs/adr/README.md", content }];
}
