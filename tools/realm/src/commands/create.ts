import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";

import { createOrganization } from "@team-chat/contract";

import { type OperatorClient, OperatorRefusal } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { asPlan } from "../plan-name.ts";
import { UsageError } from "../usage.ts";

/** Options by the input that is made of them, as the service names it. */
const options: Readonly<Record<string, string>> = {
  subdomain: "--subdomain",
  name: "--name",
  "owner.email": "--owner-email",
  "owner.fullName": "--owner-name",
  "owner.password": "--password",
};

/** `create`: an organization with its owner; returns the lines to print. */
export async function create(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      subdomain: { type: "string" },
      root: { type: "boolean" },
      name: { type: "string" },
      "owner-email": { type: "string" },
      "owner-name": { type: "string" },
      password: { type: "string" },
      plan: { type: "string" },
      "can-create-users": { type: "boolean" },
      "allow-reserved": { type: "boolean" },
      "hide-key": { type: "boolean" },
    },
  });
  const subdomain = values.root === true ? "" : required(values.subdomain, "--subdomain");
  const canCreateUsers = values["can-create-users"] === true;
  const owner = {
    email: required(values["owner-email"], "--owner-email"),
    full_name: required(values["owner-name"], "--owner-name"),
    password: await readPassword(values.password),
    can_create_users: canCreateUsers,
  };
  const name = required(values.name, "--name");
  const plan = asPlan(values.plan);
  const allowReserved = values["allow-reserved"] === true;
  const input = { subdomain, name, owner, plan, allow_reserved: allowReserved };
  const created = await operator.call(createOrganization, { input }).catch((error: unknown) => {
    throw namingOption(error);
  });
  const { url } = created.organization;
  const email = owner.email;
  const key = values["hide-key"] === true ? null : (created.owner?.api_key ?? null);
  const lines = [
    `Created ${url} with owner ${email}.`,
    ...(key === null
      ? []
      : [`API key of the owner: ${key}`, `  (npm run realm -- rotate-key replaces it)`]),
    ...nextSteps({ url, email, key, canCreateUsers }),
  ];
  const { api_key: _, ...account } = created.owner ?? {};
  const shown = { ...account, ...(key !== null && { api_key: key }) };
  return { lines, json: { organization: created.organization, owner: shown } };
}

interface Made {
  readonly url: string;
  readonly email: string;
  /** Null when it is not to be printed. */
  readonly key: string | null;
  readonly canCreateUsers: boolean;
}

/** Writes the owner's first steps, as requests that can be pasted. */
function nextSteps({ url, email, key, canCreateUsers }: Made): string[] {
  const auth = `-u '${email}:${key ?? "<API key>"}'`;
  return [
    "",
    "Next, invite people with a link that works for ten days:",
    `  curl -s ${url}/api/v1/invites/multiuse ${auth} -d invite_expires_in_minutes=14400`,
    ...(canCreateUsers
      ? [
          "or create their accounts:",
          `  curl -s ${url}/api/v1/users ${auth} -d email=<address> -d full_name=<name> -d password=<password>`,
        ]
      : ["(--can-create-users would also let the owner create accounts with POST /api/v1/users.)"]),
  ];
}

/** Names the option that a refusal is about. */
function namingOption(error: unknown): unknown {
  if (!(error instanceof OperatorRefusal)) return error;
  const option = error.field === undefined ? undefined : options[error.field];
  if (option === undefined) return error;
  const hint = /is reserved/.test(error.message) ? " --allow-reserved takes it all the same." : "";
  return new UsageError(`${option}: ${error.message}${hint}`);
}

async function readPassword(given: string | undefined): Promise<string | null> {
  if (given === undefined) return null;
  // Arguments can be seen by every user of the machine.
  if (given !== "-")
    throw new UsageError(
      "A password is not taken from the command line: say --password - and write it to standard input.",
    );
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password === "") throw new UsageError("--password: standard input held no password.");
  return password;
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw new UsageError(`${name} is missing.`);
  return value;
}
