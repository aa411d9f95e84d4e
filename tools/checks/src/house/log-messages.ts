import type { Problem } from "../problem.ts";
import { lineAt, readSources } from "../source-files.ts";

/** The message of a line, with whatever stands before it among the arguments. */
const call =
  /\b(?:log|logger|logs\.\w+)\.(?:trace|debug|info|warn|error|fatal)\((?<before>[^;]*?)"(?<message>[^"\n]*)",?\s*\)|\bfailureLog\([^;]*?"(?<failure>[^"\n]*)",?\s*\)/g;
const fewestWords = 3;

/** Checks that the messages of log lines name the task, which fewer than three words cannot. */
export function checkLogMessages(root: string): Problem[] {
  const files = readSources(root, ["{libs,services}/*/src/**/*.ts"]).filter(
    ({ path }) => !path.endsWith(".test.ts"),
  );
  return files.flatMap((file) =>
    [...file.text.matchAll(call)]
      .map(({ groups, index }) => ({
        index,
        text: groups?.["message"] ?? groups?.["failure"] ?? "",
      }))
      .filter(({ text }) => text.trim().split(/\s+/).length < fewestWords)
      .map(({ index, text }) => ({
        file: file.path,
        line: lineAt(file.text, index),
        message: `the log says only "${text}": name the task and what follows, in at least ${fewestWords} words`,
      })),
  );
}
