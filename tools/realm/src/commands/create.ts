import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";

import { createRealm } from "@team-chat/contract";

import { type Operator, operatorIdentity } from "../operator.ts";
import { UsageError } from "../usage.ts";

/** `create`: an organization with its owner; returns the lines to print. */
export async function create(operator: Operator, args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      subdomain: { type: "string" },
      root: { type: "boolean" },
      name: { type: "string" },
      "owner-email": { type: "string" },
      "owner-name": { type: "string" },
      password: { type: "string" },
      "show-key": { type: "boolean" },
    },
  });
  const subdomain = values.root === true ? "" : required(values.subdomain, "--subdomain");
  const owner = {
    email: required(values["owner-email"], "--owner-email"),
    fullName: required(values["owner-name"], "--owner-name"),
    password: await readPassword(values.password),
  };
  const name = required(values.name, "--name");
  const input = { subdomain, name, owner };
  const created = await operator.users.call(createRealm, operatorIdentity, input, { realmId: 0 });
  return [
    `Created ${created.realm.url} with owner ${created.owner.email}.`,
    ...(values["show-key"] === true ? [`API key: ${created.owner.apiKey}`] : []),
  ];
}

async function readPassword(given: string | undefined): Promise<string | null> {
  if (given === undefined) return null;
  // Arguments can be seen by every user of the machine.
  if (given !== "-")
    throw new UsageError(
      "A password is not taken from the command line: say --password - and write it to standard input.",
    );
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password === "") throw new UsageError("Standard input held no password.");
  return password;
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw new UsageError(`${name} is missing.`);
  return value;
}
