import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Generated } from "./generated-file.ts";

const source = "libs/nats/src/permissions.ts";
const folder = "deploy/data/base/nats";

const head = `# Users of NATS and what they may do, generated from ${source} by npm run generate: include it in
# the configuration of the servers, and give them the passwords as variables of their environment. Each process has two
# users, of which it uses one: so a password is replaced by that of the other (docs/subsystems/secrets.md#nats).
`;

/** Password of a user whom nobody has given one: a hash by bcrypt that is no hash of anything. */
const closed = "$2a$11$nobody";

const closedHead = `# Passwords of users of NATS who have none in the Secret, generated from ${source} by npm run
# generate: nobody logs in as them.
apiVersion: v1
kind: ConfigMap
metadata:
  name: nats-closed
data:
`;

/** Writes the parts of a NATS server's configuration that let our processes in. */
export async function natsUsers(root: string): Promise<Generated[]> {
  const file = join(root, source);
  if (!existsSync(file)) return [];
  const { natsPermissions } = (await import(pathToFileURL(file).href)) as {
    readonly natsPermissions: Readonly<Record<string, object>>;
  };
  const names = Object.keys(natsPermissions);
  const rights = names.map(
    (name) =>
      `${name.toUpperCase()}_PERMISSIONS: ${JSON.stringify(natsPermissions[name], null, 2)}\n`,
  );
  const users = names.flatMap((name) => {
    const upper = name.toUpperCase();
    return ["", "_2"].map(
      (turn) =>
        `    { user: "${name}${turn}", password: $${upper}_PASSWORD${turn}, permissions: $${upper}_PERMISSIONS }\n`,
    );
  });
  const passwords = names.flatMap((name) =>
    ["", "_2"].map((turn) => `  ${name.toUpperCase()}_PASSWORD${turn}: ${closed}\n`),
  );
  return [
    {
      path: join(folder, "users.conf"),
      content: `${head}${rights.join("")}authorization: {\n  users: [\n${users.join("")}  ]\n}\n`,
    },
    { path: join(folder, "closed.yaml"), content: `${closedHead}${passwords.join("")}` },
  ];
}
