import type { Problem } from "../problem.ts";
import { lineAt, readSources } from "../source-files.ts";

/** Code that is right in a few places only. */
interface Rule {
  readonly pattern: RegExp;
  /** Paths, or their beginnings, where it may stand. */
  readonly homes: readonly string[];
  /** Advice on what to do elsewhere. */
  readonly message: string;
}

const rules: readonly Rule[] = [
  {
    pattern: /\binstanceof Promise\b/g,
    // Standard Schema leaves open whether a schema answers at once.
    homes: ["libs/pg/src/database.ts"],
    message:
      "await what may be a promise: it costs a turn of the microtask queue, and one path less",
  },
  {
    // A name of a field in quotation marks, within a regular expression.
    pattern:
      /(?<=[(=,:?[]\s*)\/(?![*/])(?:[^/\\\n]|\\.)*"\w+"(?:\\s[*+])?:(?:[^/\\\n]|\\.)*\/[a-z]*/g,
    homes: [],
    message:
      "a regular expression does not read JSON: parse it, or pass the fact beside it (bundleFacts)",
  },
  {
    pattern:
      /\.(?:includes|indexOf|lastIndexOf|search|split|startsWith|endsWith)\(\s*['`][^'`\n]*"\w+"[^'`\n]*['`]/g,
    homes: [],
    message:
      "a search in a text does not read JSON: parse it, or pass the fact beside it (bundleFacts)",
  },
  {
    // What only looks at addresses opens no connection.
    pattern:
      /import (?:type )?\{(?!(?:\s|,|type|isIP|isIPv4|isIPv6|BlockList|LookupFunction)*\})[^}]*\} from "node:net"/g,
    homes: [
      "libs/rpc/src/",
      "libs/servers/src/",
      "libs/testkit/src/own-postgres/",
      "libs/http/src/listen.ts",
      "libs/http/src/acceptors.ts",
      "libs/http/src/takeover.ts",
      "services/gateway/src/long-polls/",
      "services/users/src/domain/directory/connect.ts",
    ],
    message: "connections are opened and held by libs/rpc and libs/http: use these",
  },
  {
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)/g,
    homes: [
      "libs/",
      ...["channels", "events", "gateway", "messages", "users", "webhooks"].map(
        (service) => `services/${service}/src/service.ts`,
      ),
    ],
    message:
      "the clock is made in service.ts: take it from the context, or the time as an argument",
  },
  {
    // Metrics of connections have names of this form.
    pattern: /(?<!"db\.client)\.connection\.\w+/g,
    homes: ["libs/pg/src/bounded-statement.ts"],
    message: "the inside of the driver's connection is for libs/pg/src/bounded-statement.ts alone",
  },
  {
    pattern: /^import (?!type )[^;]*? from "undici"/gm,
    // It has something to post as soon as it starts.
    homes: ["services/webhooks/src/"],
    message: "every process that starts would load it: load it when it is needed, as HttpPool does",
  },
  {
    pattern: /\$slonik_/g,
    homes: ["libs/pg/src/prepared.ts"],
    message: "how slonik numbers parameters is for libs/pg/src/prepared.ts alone",
  },
];

/** Checks that what is right in a few places only stands nowhere else; tests may do as they like. */
export function checkHomes(root: string): Problem[] {
  const files = readSources(root, "{libs,services}/*/src/**/*.ts").filter(
    ({ path }) => !path.endsWith(".test.ts"),
  );
  return rules.flatMap(({ homes, message, pattern }) =>
    files
      .filter(({ path }) => !homes.some((home) => path.startsWith(home)))
      .flatMap(({ path, text }) =>
        [...text.matchAll(pattern)].map((match) => ({
          file: path,
          line: lineAt(text, match.index),
          message: `"${match[0]}": ${message}`,
        })),
      ),
  );
}
