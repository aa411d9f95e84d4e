import type { Problem } from "../problem.ts";
import { lineAt, readSources } from "../source-files.ts";

/** Fields that are stored with each message; each is found by its name in TypeScript and in SQL. */
const probes = [/\bhas(?:Image|_image)\b/, /\bhas(?:Link|_link)\b/];
const maxFiles = 9;

/**
 * Checks that a stored field of a message is named in nine files at most, tests and migrations not counted: more means
 * that records are repacked on their way from the operation to the database.
 */
export function checkFieldCost(root: string): Problem[] {
  const files = readSources(root, "{libs,services}/*/src/**/*.ts").filter(
    ({ path }) => !path.endsWith(".test.ts") && !path.startsWith("libs/testkit/"),
  );
  return probes.flatMap((probe) => {
    const naming = files.filter(({ text }) => probe.test(text));
    const [first] = naming;
    if (first === undefined || naming.length <= maxFiles) return [];
    const line = lineAt(first.text, first.text.search(probe));
    const paths = naming.map(({ path }) => path).join(", ");
    const message = `the field ${probe.exec(first.text)?.[0] ?? ""} of messages is named in ${naming.length} files, which is more than ${maxFiles}: pass the record on instead of its fields (${paths})`;
    return [{ file: first.path, line, message }];
  });
}
