import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { exportedKinds } from "@team-chat/contract";
import { Archive } from "@team-chat/testkit";
import { z } from "zod";

import { Client } from "../client.ts";
import type { Constellation } from "../constellation.ts";
import { Comparison, type Difference } from "./differences.ts";

const all = { anchor: "newest", num_before: 5000, num_after: 0 };
const asked: Readonly<Record<string, (client: Client) => ReturnType<Client["get"]>>> = {
  register: (client) => client.post("/register", {}),
  messages: (client) => client.get("/messages", all),
  markdown: (client) => client.get("/messages", { ...all, apply_markdown: false }),
  drafts: (client) => client.get("/drafts"),
  attachments: (client) => client.get("/attachments"),
  public: (client) =>
    client.get("/messages", { ...all, narrow: [{ operator: "channels", operand: "public" }] }),
};
const people = z.array(
  z.object({ delivery_email: z.string().nullish(), is_active: z.boolean(), is_bot: z.boolean() }),
);
const peopleOfDemo = 6;
const contents = z.array(z.object({ content: z.string() }));

/** Counts what an archive has of each kind. */
export async function countRows(file: string): Promise<Readonly<Record<string, number>>> {
  const archive = await Archive.read(await readFile(file));
  const kinds = Object.values(exportedKinds).flat();
  return Object.fromEntries(kinds.map((kind) => [kind, archive.rows(kind).length]));
}

/** Copies of the organization of the root domain, at another address, here or in another installation. */
export class Copies {
  readonly #source: Constellation;
  readonly #target: Constellation;
  readonly #subdomain: string;
  readonly #clients = new Map<string, Client>();

  constructor(source: Constellation, subdomain: string, target = source) {
    this.#source = source;
    this.#target = target;
    this.#subdomain = subdomain;
  }

  /** Host and port of the copy. */
  get host(): string {
    return `${this.#subdomain}.${new URL(this.#target.url).host}`;
  }

  /** Exports the organization; returns the path of the archive. */
  async export(name: string): Promise<string> {
    const archive = path.join(this.#source.natsDir, name);
    await this.#source.realm("export", "", "--to", archive);
    return archive;
  }

  /** Exports the copy; returns how many of each kind there are. */
  async counts(name: string): Promise<Readonly<Record<string, number>>> {
    const archive = path.join(this.#target.natsDir, name);
    await this.#target.realm("export", this.#subdomain, "--to", archive);
    return countRows(archive);
  }

  /** Takes an archive in; returns what the operator is told, be it a refusal. */
  import(archive: string, subdomain = this.#subdomain): Promise<string> {
    const importing = this.#target.realm("import", archive, "--subdomain", subdomain);
    return importing.catch((error: unknown) => String(error));
  }

  /** Lets a person into the copy, who has no password there, by a new key. */
  async signIn(email: string): Promise<Client> {
    const known = this.#clients.get(email);
    if (known !== undefined) return known;
    const args = [this.#subdomain, email, "--show-key"];
    const printed = await this.#target.realm("rotate-key", ...args);
    const apiKey = /[0-9a-zA-Z]{32}/.exec(printed)?.[0] ?? "";
    const client = Client.of(this.#target.url, { email, apiKey, host: this.host });
    this.#clients.set(email, client);
    return client;
  }

  /**
   * Compares what everybody finds here and there who may sign in.
   * @throws Error when those are fewer than the people of the demo organization
   */
  async differences(owner: Client): Promise<readonly Difference[]> {
    const { members } = await owner.get("/users");
    const compared = people
      .parse(members)
      .flatMap(({ delivery_email: email, is_active: isActive, is_bot: isBot }) =>
        isActive && !isBot && typeof email === "string" ? [email] : [],
      );
    if (compared.length < peopleOfDemo) throw new Error(`Only ${compared.join()} can sign in.`);
    const found: Difference[] = [];
    for (const email of compared)
      found.push(...(await this.differencesFor(await Client.login(this.#source.url, email))));
    return found;
  }

  /** Compares what a person finds here and there. */
  async differencesFor(client: Client): Promise<readonly Difference[]> {
    const copy = await this.signIn(client.email);
    const { host } = new URL(this.#source.url);
    const comparison = new Comparison({ before: host, after: this.host });
    for (const [name, ask] of Object.entries(asked))
      comparison.compare(name, await ask(client), await ask(copy));
    return comparison.found;
  }

  /** Asks for the file that the only message of a topic links to, relatively and absolutely. */
  async linkedFile(email: string, topic: string): ReturnType<Client["get"]> {
    const client = await this.signIn(email);
    const narrow = [{ operator: "topic", operand: topic }];
    const { messages } = await client.get("/messages", { ...all, narrow, apply_markdown: false });
    const [message] = contents.parse(messages);
    const [, file = ""] = /\((\/user_uploads\/[^)]+)\)/.exec(message?.content ?? "") ?? [];
    if (message?.content.includes(`http://${this.host}${file}`) !== true)
      throw new Error(`The absolute link is another: ${message?.content ?? ""}`);
    return client.get(file);
  }

  /** Has one person write to another who listens; tells whether just that was heard. */
  async sendLive(from: string, to: string): Promise<boolean> {
    const [sender, receiver] = [await this.signIn(from), await this.signIn(to)];
    const listener = await receiver.listen();
    const message = { type: "channel", to: "general", topic: "live", content: "live" };
    const { id: sent } = await sender.post("/messages", message);
    await listener.heard("live");
    await listener.stop();
    return listener.messageIds.length === 1 && listener.messageIds[0] === sent;
  }

  /** Tries what is refused; resolves once nothing is left of it. */
  async refusals() {
    const archive = await this.export("refused.zip");
    const bytes = await readFile(archive);
    const refusalOf = async (given: Buffer, subdomain: string) => {
      await writeFile(archive, given);
      return this.import(archive, subdomain);
    };
    const changed = Buffer.from(bytes);
    const at = changed.indexOf("people.ndjson") + 60;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const refused = {
      truncated: await refusalOf(bytes.subarray(0, -1000), "refused-1"),
      foreign: await refusalOf(Buffer.from("something else"), "refused-2"),
      changed: await refusalOf(changed, "refused-3"),
    };
    await this.#target.hasRow(`
      select where not exists (select from users.realm where subdomain like 'refused%')`);
    return refused;
  }
}
