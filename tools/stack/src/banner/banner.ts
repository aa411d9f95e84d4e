import { demoPassword } from "@team-chat/realm-cli";

import { processTable } from "../commands/status.ts";
import type { StackState } from "../state/stack-state.ts";
import { fetchDemoKey, type OpenDemo, openDemos } from "./demo-accounts.ts";

/** Says where everything is and how to use it. */
export async function banner(state: StackState): Promise<string> {
  const { url, servers, services, logs, mode } = state;
  const start = mode === "development" ? await demoHelp(state) : createHelp;
  return `
Team Chat is ready: ${url}

${start}

Processes:
${processTable([...servers, ...services])}

Logs: ${logs}
Ctrl-C stops everything.`;
}

const createHelp = `Create an organization with its owner:
  npm run realm -- create --help`;

async function demoHelp({ url, services }: StackState): Promise<string> {
  const port = services.find(({ name }) => name === "gateway")?.port ?? 0;
  const demos = await openDemos(url, port);
  if (demos.length === 0) return `No demo account is left. ${createHelp}`;
  const accounts = demos.map((demo) => `  ${demo.url}: ${demo.emails.join(", ")}`);
  return `Demo accounts, all with the password ${demoPassword} unless somebody changed it:
${accounts.join("\n")}

Try:
${(await tryLines(demos)).map((line) => `  ${line}`).join("\n")}

Everybody who reaches this server gets the key of any account (dev_fetch_api_key): it is for this machine only.
A real organization, for other machines too: MODE=production, see README.md.`;
}

async function tryLines(demos: readonly OpenDemo[]): Promise<string[]> {
  const [demo] = demos;
  if (demo === undefined) return [];
  const email = demo.emails.find((one) => one.startsWith("member@")) ?? demo.emails[0] ?? "";
  const key = (await fetchDemoKey(demo, email)) ?? "<its api_key>";
  const { url } = demo;
  return [
    `curl -s ${url}/api/v1/dev_fetch_api_key -d username=${email}`,
    `curl -s ${url}/api/v1/messages -u ${email}:${key} -d type=channel -d to=general -d topic=hello -d content='Hello!'`,
  ];
}
