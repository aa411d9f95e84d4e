import type { Problem } from "../problem.ts";
import { lineAt, readTypeScript } from "../source-files.ts";
import { codeOnly } from "./code-only.ts";

/** Words that are no terms of the field, with the ones to use instead (docs/glossary.md). */
const privateWords: ReadonlyMap<string, string> = new Map([
  ["crowd", "batch"],
  ["crowded", "busy"],
  ["desk", "registry"],
  ["door", "listener or server"],
  ["errand", "pending call"],
  ["errands", "pending calls"],
  ["guess", "speculative read"],
  ["newcomer", "new user"],
  ["newcomers", "new users"],
  ["news", "events or changes"],
  ["sight", "visibility"],
  ["soon", "promise, or a time"],
  ["speak", "send or post"],
  ["speaker", "sender"],
  ["talk", "conversation or call"],
  ["told", "announced"],
  ["turnstile", "semaphore"],
  ["way", "client, path or form"],
  ["ways", "clients, paths or forms"],
  ["world", "directory, realm or facts"],
]);

/** Words that are plain in variables, but say nothing as the name of a type. */
const vagueTypes: ReadonlyMap<string, string> = new Map([
  ["found", "what was found"],
  ["known", "what is known"],
  ["place", "topic, conversation, recipient, folder or position"],
]);

/** Names of a product of others, and of things that exist in running installations. */
const accepted = /nextcloud|^(?:destroySoon|sight_channels|sight_users|underWay)$/i;

/** Names that tests may have besides: what they stand in, and tables whose rows they look at. */
const acceptedInTests = /world|^(?:errand|guest_sight|newcomer|told_group|told_user)$/i;
const isOfTests = /(?:^|\/)tests\/|\.test\.tsx?$|^libs\/testkit\//;

const name = /(?<type>\b(?:interface|type|class)\s+)?(?<![\w$])(?<id>[A-Za-z_]\w*)/g;

/** Checks that the names of code and its files use the field's terms, not words of our own. */
export function checkPlainWords(root: string): Problem[] {
  const files = readTypeScript(root).filter(({ path }) => !path.includes("/fixtures/"));
  return files.flatMap(({ path, text }) => {
    const code = codeOnly(text);
    const seen = new Set<string>();
    const isAccepted = (id: string) =>
      accepted.test(id) || (isOfTests.test(path) && acceptedInTests.test(id));
    const named = [...code.matchAll(name)].flatMap(({ groups, index }) => {
      const id = groups?.["id"] ?? "";
      if (isAccepted(id) || seen.has(id)) return [];
      const instead = better(id, groups?.["type"] !== undefined);
      if (instead === null) return [];
      seen.add(id);
      return [{ file: path, line: lineAt(text, index), message: `${id}: ${instead}` }];
    });
    const base = path.slice(path.lastIndexOf("/") + 1).replace(/\.tsx?$/, "");
    const file = isAccepted(base) ? null : better(base, false);
    return file === null ? named : [{ file: path, message: file }, ...named];
  });
}

function better(id: string, isType: boolean): string | null {
  for (const part of partsOf(id)) {
    const word = privateWords.get(part);
    if (word !== undefined)
      return `"${part}" is no term of the field: say ${word} (docs/glossary.md)`;
    const subject = isType ? vagueTypes.get(part) : undefined;
    if (subject !== undefined) return `"${part}" does not say what the type is: say ${subject}`;
  }
  return null;
}

/** Splits a name in any case into its words, in lower case. */
function partsOf(id: string): string[] {
  return id
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[_-]/);
}
