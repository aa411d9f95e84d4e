import { type DemoOrganization, demoOrganizations, demoPassword } from "@team-chat/realm-cli";

import { processTable } from "../commands/status.ts";
import type { StackState } from "../state/stack-state.ts";
import { fetchDemoKey } from "./fetch-demo-key.ts";

/** Says where everything is and how to use it. */
export async function banner(state: StackState): Promise<string> {
  const { url, servers, services, logs } = state;
  return `
Team Chat is ready: ${url}

Demo accounts, all with the password ${demoPassword}:
${demoOrganizations.map((organization) => `  ${describe(organization, url)}`).join("\n")}

Try:
${(await tryLines(url)).map((line) => `  ${line}`).join("\n")}

Processes:
${processTable([...servers, ...services])}

Logs: ${logs}
Ctrl-C stops everything.`;
}

function describe({ subdomain, owner, users }: DemoOrganization, root: string): string {
  const { protocol, host } = new URL(root);
  const url = subdomain === "" ? root : `${protocol}//${subdomain}.${host}`;
  return `${url}: ${[owner, ...users].map(({ email }) => email).join(", ")}`;
}

async function tryLines(url: string): Promise<string[]> {
  const email = "member@example.com";
  const key = await fetchDemoKey(url, email);
  return [
    `curl -s ${url}/api/v1/dev_fetch_api_key -d username=${email}`,
    `curl -s ${url}/api/v1/messages -u ${email}:${key} -d type=channel -d to=general -d topic=hello -d content='Hello!'`,
  ];
}
