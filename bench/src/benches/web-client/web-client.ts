import { writeAccounts, writeChannels } from "@team-chat/testkit";
import type { Browser, Page } from "playwright-core";

import type { Bench, Case } from "../../bench.ts";
import { startEmptySite } from "../../browser/empty-site.ts";
import { logIn, openBrowser } from "../../browser/open-browser.ts";
import { watching } from "../../browser/watch.ts";
import { type Stack, openStack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { openTables } from "../../stack/database.ts";
import { ensureMembers, findRootRealm, type Member } from "../../stack/members.ts";
import { signInOwner, subscribeMembers } from "../../stack/owner.ts";
import { quantile } from "../../statistics.ts";
import { loadingCases } from "./loading.ts";
import { othersCase } from "./others.ts";
import { type Conversation, goTo, workingCases } from "./working.ts";

const rounds = 9;
const messagesOfTopic = 30;
const person = "member@example.com";

/** Measures the web client in a real browser, in the order in which somebody meets it. */
export const webClient: Bench = {
  name: "web-client",
  description:
    "Opening the web client on a telephone and again, other conversations, keys, messages, and scrolling 1,000 channels.",
  floor:
    "an empty page with the same bytes, a list and a field; for others' messages a bare client",
  rounds,
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const owner = await signInOwner(api);
    const [listener] = await ensureMembers(stack, 1);
    if (listener === undefined) throw new Error("the stack has no members");
    await subscribeMembers(api, { name: "general", owner }, [listener]);
    const { stream_id: channelId } = await api.send(
      api.bytes("GET", {
        path: "/get_stream_id",
        credentials: owner,
        parameters: { stream: "general" },
      }),
    );
    const [home, other, ...fresh] = await writeTopics(api, { owner, channelId: Number(channelId) });
    if (home === undefined || other === undefined) throw new Error("there are no topics");
    const browser = await openBrowser(resources);
    const empty = await startEmptySite(resources);
    const conversation = new URL(home.hash, stack.url).href;
    const page = await openPage(browser, { stack, address: conversation });
    const bare = await openPage(browser, { stack, address: empty.href });
    await goTo(page, other);
    await goTo(page, home);
    return [
      ...loadingCases({ browser, empty, url: stack.url, conversation }),
      ...workingCases({ page, bare, loaded: [home, other], fresh, quick }),
      othersCase({ stack, owner, listener, page, topic: "topic 0" }),
      scrollingCase({ browser, stack, bare }),
    ];
  },
};

interface Writing {
  readonly owner: Pick<Member, "apiKey" | "email">;
  readonly channelId: number;
}

/** Writes topics, two more than there are rounds. */
async function writeTopics(
  api: ApiClient,
  { channelId, owner }: Writing,
): Promise<readonly Conversation[]> {
  const topics: Conversation[] = [];
  for (let at = 0; at < rounds + 4; at += 1) {
    const topic = `topic ${at}`;
    let messageId = 0;
    for (let count = 0; count < messagesOfTopic; count += 1) {
      const content = `Lunch at noon, or does anybody need more time for number ${count}?`;
      const parameters = { type: "channel", to: "general", topic, content };
      const { id } = await api.post({ path: "/messages", credentials: owner, parameters });
      messageId = Number(id);
    }
    topics.push({ hash: `#narrow/channel/${channelId}-general/topic/topic.20${at}`, messageId });
  }
  return topics;
}

async function openPage(
  browser: Browser,
  { address, stack }: { readonly stack: Stack; readonly address: string },
): Promise<Page> {
  const context = await browser.newContext();
  await logIn(context, stack.url, person);
  await context.addInitScript(watching);
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("textarea, .sidebar .scroll").first().waitFor();
  return page;
}

interface Scrolling {
  readonly browser: Browser;
  readonly stack: Stack;
  readonly bare: Page;
}

/** Scrolling the list of conversations once the organization is large. */
function scrollingCase({ bare, browser, stack }: Scrolling): Case {
  return {
    label: "a frame while 1,000 channels of 10,000 people are scrolled (p95)",
    unit: "ms",
    better: "lower",
    target: { maxValue: 17 },
    prepare: async (resources) => {
      const db = await openTables(stack, "users", resources);
      const realmId = await findRootRealm(stack);
      await writeAccounts(db, { count: 10_000, realmId });
      const { rows } = await db.query<{ id: string }>(
        "select user_id as id from users.account where realm_id = $1 and delivery_email = $2",
        [realmId, person],
      );
      await writeChannels(db, { count: 1000, realmId, subscriberId: Number(rows[0]?.id) });
      const page = await openPage(browser, {
        stack,
        address: new URL("/#channels/all", stack.url).href,
      });
      await page.locator(".sidebar .scroll li").nth(1000).waitFor({ state: "attached" });
      await bare.evaluate("fill(1000)");
      return {
        floor: () => framesOf(bare, "#list"),
        ours: () => framesOf(page, ".sidebar .scroll"),
      };
    },
  };
}

/** Turns the wheel over something, up and down, and measures the frames meanwhile. */
async function framesOf(page: Page, selector: string) {
  await page.locator(selector).hover();
  const frames = page.evaluate<number[]>("frames(2000)");
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, turn < 20 ? 800 : -800);
    await page.evaluate("painted()");
  }
  const latenciesMs = await frames;
  return { value: quantile(latenciesMs, 0.95), latenciesMs };
}
