import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Generated } from "./generated-file.ts";

const source = "libs/nats/src/permissions.ts";
const path = "deploy/data/base/nats/users.conf";

const head = `# Users of NATS and what they may do, generated from ${source} by npm run generate: include it in
# the configuration of the servers, and give them the passwords as variables of their environment. To replace a password
# let in a second user with the same permissions, such as
#   { user: "users_2", password: $USERS_2_PASSWORD, permissions: $USERS_PERMISSIONS }
# (docs/subsystems/secrets.md#nats).
`;

/** Writes the part of a NATS server's configuration that lets our processes in. */
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
  const users = names.map((name) => {
    const upper = name.toUpperCase();
    return `    { user: "${name}", password: $${upper}_PASSWORD, permissions: $${upper}_PERMISSIONS }\n`;
  });
  const content = `${head}${rights.join("")}authorization: {\n  users: [\n${users.join("")}  ]\n}\n`;
  return [{ path, content }];
}
