import type { Page } from "playwright-core";

import { openBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { openAs, startSite } from "./site.ts";

/** Complaints of the browser about connections that a test cuts, and about requests that the server refuses. */
const expected = /ERR_FAILED|status of 4\d\d/;

/** One stack and one browser for all tests of a file, in which a member of the demo organization is logged in. */
export class DemoPage implements AsyncDisposable {
  readonly product: Product;
  readonly page: Page;
  readonly admin: Client;
  /** The person whom the page is of. */
  readonly member: Client;
  readonly channelId: number;
  readonly #problems: readonly string[];
  readonly #close: () => Promise<void>;

  private constructor(of: {
    readonly product: Product;
    readonly page: Page;
    readonly admin: Client;
    readonly member: Client;
    readonly channelId: number;
    readonly problems: readonly string[];
    readonly close: () => Promise<void>;
  }) {
    this.product = of.product;
    this.page = of.page;
    this.admin = of.admin;
    this.member = of.member;
    this.channelId = of.channelId;
    this.#problems = of.problems;
    this.#close = of.close;
  }

  /** `more` are variables for the configuration of all services. */
  static async open(more: Readonly<Record<string, string>> = {}): Promise<DemoPage> {
    const email = "member@example.com";
    const problems: string[] = [];
    const product = await startSite(more);
    const opened = await openBrowser();
    await opened.browser.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await openAs(opened.browser, product.url, { email, problems });
    const admin = await Client.login(product.url, "admin@example.com");
    const member = await Client.login(product.url, email);
    const found = await admin.get("/get_stream_id", { stream: "general" });
    const channelId = Number(found["stream_id"]);
    const close = async () => {
      await opened[Symbol.asyncDispose]();
      await product[Symbol.asyncDispose]();
    };
    return new DemoPage({ product, page, admin, member, channelId, problems, close });
  }

  /** Complaints of the browser that no test brought about. */
  get problems(): readonly string[] {
    return this.#problems.filter((problem) => !expected.test(problem));
  }

  /** Writes a message, and returns its id. */
  async post(by: Client, topic: string, content: string): Promise<number> {
    const sent = await by.post("/messages", { type: "channel", to: "general", topic, content });
    if (sent.result !== "success") throw new Error(sent.msg);
    await this.product.settle();
    return Number(sent["id"]);
  }

  /** Writes messages into a topic, opens it, and returns their ids. */
  async openTopic(by: Client, topic: string, texts: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const text of texts) ids.push(await this.post(by, topic, text));
    await this.page.goto(this.address(topic));
    await this.page.locator(`article[data-id="${String(ids.at(-1))}"]`).waitFor();
    return ids;
  }

  /** Address of a topic, which needs no encoding. */
  address(topic: string): string {
    return `${this.product.url}/#narrow/channel/${String(this.channelId)}-general/topic/${topic}`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}
