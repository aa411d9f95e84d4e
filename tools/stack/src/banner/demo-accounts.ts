import { request } from "node:http";
import { json } from "node:stream/consumers";

import { type DemoOrganization, demoOrganizations } from "@team-chat/realm-cli";

const timeoutMs = 5000;

/** A demo organization and which of its accounts can still log in. */
export interface OpenDemo {
  readonly url: string;
  /** Port at which the gateway listens on this machine. */
  readonly port: number;
  readonly emails: readonly string[];
}

/**
 * Opens the demo organizations of the server at `root` as they are now: people may have closed them, or accounts of
 * them.
 */
export async function openDemos(root: string, port: number): Promise<OpenDemo[]> {
  const demos = await Promise.all(demoOrganizations.map((one) => openDemo(one, { root, port })));
  return demos.filter(({ emails }) => emails.length > 0);
}

/** Returns the API key of a demo account, null when it has none. */
export async function fetchDemoKey({ url, port }: OpenDemo, email: string): Promise<string | null> {
  const form = new URLSearchParams({ username: email }).toString();
  const answer = await ask({ url, port, path: "/api/v1/dev_fetch_api_key", form });
  return typeof answer["api_key"] === "string" ? answer["api_key"] : null;
}

async function openDemo(
  { subdomain, owner, users }: DemoOrganization,
  { root, port }: { readonly root: string; readonly port: number },
): Promise<OpenDemo> {
  const { protocol, host } = new URL(root);
  const url = `${protocol}//${subdomain === "" ? host : `${subdomain}.${host}`}`;
  const answer = await ask({ url, port, path: "/api/v1/dev_list_users" });
  const known = new Set(
    [answer["direct_admins"], answer["direct_users"]]
      .flat()
      .map((account) => (account as { email?: string } | undefined)?.email),
  );
  const emails = [...users, owner].map(({ email }) => email).filter((email) => known.has(email));
  return { url, port, emails };
}

interface Question {
  /** The organization's, whose host is sent as a header because not every machine knows names below `localhost`. */
  readonly url: string;
  readonly port: number;
  readonly path: string;
  readonly form?: string;
}

/** Asks, and returns the answer's fields; none when there is no answer. */
async function ask({ url, port, path, form }: Question): Promise<Record<string, unknown>> {
  try {
    return await new Promise((resolve, reject) => {
      const req = request({
        host: "127.0.0.1",
        port,
        path,
        method: form === undefined ? "GET" : "POST",
        headers: {
          Host: new URL(url).host,
          ...(form === undefined ? {} : { "Content-Type": "application/x-www-form-urlencoded" }),
        },
        signal: AbortSignal.timeout(timeoutMs),
      });
      req.once("error", reject);
      req.once("response", (res) => {
        json(res).then((answer) => resolve(answer as Record<string, unknown>), reject);
      });
      req.end(form);
    });
  } catch {
    // What is printed is a help to people; a server that does not answer shows in the table of processes.
    return {};
  }
}
