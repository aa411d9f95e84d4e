import { parseArgs } from "node:util";

import { ArchiveFile } from "./archive-file.ts";
import { problemLine } from "./problem.ts";
import { type Verdict, verifyArchive } from "./verify-archive.ts";

/** Lines that are printed of what is wrong: somebody who cut a file in half wants no million of them. */
const shownProblems = 100;

const usage = `Usage: npm run verify-export -- <file> [--key <public key>]...

Says whether the archive of a legal hold is as this product wrote it (docs/legal-holds.md). --key takes a public key of the
installation that it is said to come from, which GET /api/v1/export_keys of any of its organizations shows; without it nobody knows
who signed. Ends with 0 for a whole archive that one of the keys signed, 1 for any other, 2 where no key was given.`;

/** Text for people, and the status with which the program ends. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly status: number;
}

/** Carries a command line out. */
export async function run(args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { key: { type: "string", multiple: true, default: [] } },
    allowPositionals: true,
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) return { lines: [usage], status: 1 };
  try {
    await using archive = await ArchiveFile.open(path);
    return outcomeOf(await verifyArchive(archive), values.key);
  } catch (error) {
    return { lines: [`This is no archive that can be read: ${String(error)}`], status: 1 };
  }
}

function outcomeOf({ manifest, problems, publicKey }: Verdict, keys: readonly string[]): Outcome {
  const shown = problems.slice(0, shownProblems).map(problemLine);
  const more = problems.length - shown.length;
  const wrong = [...shown, ...(more > 0 ? [`and ${more} more`] : [])];
  if (manifest === undefined)
    return { lines: ["NOT PROVEN: the manifest is not as it was signed.", ...wrong], status: 1 };
  const { counts, cut_at: cutAt, legal_hold: hold, organization, root } = manifest;
  const about = [
    `Legal hold ${hold.id} of ${organization.name} (${organization.url}), as of ${cutAt}`,
    `Records: ${Object.entries(counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ")}`,
    `Root: ${root}`,
    `Signed with: ${publicKey}`,
  ];
  if (problems.length > 0) return { lines: ["ALTERED", ...wrong, ...about], status: 1 };
  if (keys.includes(publicKey)) return { lines: ["WHOLE", ...about], status: 0 };
  if (keys.length > 0)
    return { lines: ["NOT PROVEN: another key than those given signed it.", ...about], status: 1 };
  const unproven = "Whole, if the key below is the installation's: give that with --key.";
  return { lines: [unproven, ...about], status: 2 };
}
