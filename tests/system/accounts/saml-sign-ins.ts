import { setTimeout as delay } from "node:timers/promises";

import { nextLook } from "@team-chat/testkit";

import { betweenMs } from "../faults/pace.ts";

const names = ["anna", "bert", "cora"];

/** People who sign in with SAML again and again, each for the first time, and note each sign-in that fails. */
export class SamlSignIns {
  /** Sign-ins that failed, in words. */
  readonly failures: string[] = [];
  readonly #logInUrl: string;
  readonly #running: Promise<unknown>;
  #done = 0;
  #stopped = false;

  /** Begins at an address that leads to the provider. */
  constructor(logInUrl: string) {
    this.#logInUrl = logInUrl;
    this.#running = Promise.all(names.map((name) => this.#run(name)));
  }

  /** Resolves when some sign-ins have been begun from now on and are done. */
  async again(): Promise<void> {
    const wanted = this.#done + 2 * names.length;
    while (this.#done < wanted) await nextLook();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(name: string): Promise<void> {
    for (let number = 0; !this.#stopped; number += 1) {
      const failure = await this.#signIn(`${name}${number}`).catch(String);
      if (failure !== null) this.failures.push(failure);
      this.#done += 1;
      await delay(betweenMs);
    }
  }

  /** Does what a browser does; returns what is wrong with the last page, or null if it begins a session. */
  async #signIn(name: string): Promise<string | null> {
    const begun = await fetch(this.#logInUrl, { redirect: "manual" });
    const page = await fetch(begun.headers.get("location") ?? "");
    const said = await sendForm(page, { name });
    const received = await sendForm(said, {});
    const cookies = [begun, received].flatMap(cookiesOf).join("; ");
    const next = new URL(received.headers.get("location") ?? "", this.#logInUrl);
    const finished = await fetch(next, { redirect: "manual", headers: { cookie: cookies } });
    if (cookiesOf(finished).some((cookie) => cookie.startsWith("session="))) return null;
    return `${finished.status}: ${await finished.text()}`;
  }
}

/** Sends the form of a page with what is filled in. @throws Error with the page when it has none */
async function sendForm(page: Response, filled: Readonly<Record<string, string>>) {
  const html = await page.text();
  const action = /<form method="post" action="(?<action>[^"]+)"/.exec(html)?.groups?.["action"];
  if (action === undefined) throw new Error(html);
  const given = html.matchAll(/name="(?<name>\w+)" value="(?<value>[^"]*)"/g);
  const fields = [...given].map(({ groups = {} }) => [groups["name"] ?? "", groups["value"] ?? ""]);
  return fetch(new URL(action, page.url), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...Object.fromEntries(fields), ...filled }),
  });
}

function cookiesOf(response: Response): readonly string[] {
  return response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
}
