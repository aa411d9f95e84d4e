import { nextLook } from "@team-chat/testkit";
import type { Page } from "playwright-core";

import { Client } from "../../client.ts";
import { hasKept } from "../site.ts";

/** A screen of which pictures are made. */
export interface Screen {
  readonly name: string;
  /** Address of the demo account that looks at it. */
  readonly by: string;
  readonly address: string;
  /** Opens what has no address, and waits until all is there. */
  readonly open?: (page: Page) => Promise<void>;
  /** True if something is still being loaded when the picture is made. */
  readonly isLoading?: true;
  /** Leaves what other screens must not have. */
  readonly close?: (page: Page) => Promise<void>;
}

const member = "member@example.com";
const owner = "owner@example.com";

/** Pages of the member, by their addresses. */
const ownPages = [
  "people",
  "channels/all",
  "channels/new",
  "drafts",
  "scheduled",
  "reminders",
  "snippets",
  "groups/all",
  "groups/new",
  "settings/profile",
  "settings/account-and-privacy",
  "settings/preferences",
  "settings/notifications",
  "settings/your-bots",
  "settings/alert-words",
  "settings/muted-users",
  "settings/topics",
];

/** Pages of the owner, who administers the organization. */
const administration = [
  "organization-profile",
  "organization-settings",
  "organization-permissions",
  "users",
  "users/invitations",
  "bots",
  "default-channels-list",
  "emoji-settings",
  "profile-field-settings",
  "linkifier-settings",
  "data-exports-admin",
  "deleted-messages",
  "legal-holds",
  "usage",
  "audit-log",
  "audit-log/destinations",
  "users/second-factors",
  "users/blocked",
  "users/scim-tokens",
].map((section) => `organization/${section}`);

/** Lists the screens of the demo organization, whose channels and people have ids that are looked up. */
export async function screensOf(url: string): Promise<readonly Screen[]> {
  const client = await Client.login(url, member);
  const topic = async (channel: string, name: string) => {
    const { stream_id: id } = await client.get("/get_stream_id", { stream: channel });
    const topicPart = encodeURIComponent(name).replaceAll("%", ".");
    return `#narrow/channel/${String(id)}-${channel}/topic/${topicPart}`;
  };
  const { stream_id: designId } = await client.get("/get_stream_id", { stream: "design" });
  const design = `channels/${String(designId)}/design`;
  const slowSearch = await topic("engineering", "Slow search");
  const pages = [...ownPages, `${design}/personal`, `${design}/subscribers`, "user/8"];
  return [
    { name: "home", by: member, address: "#", open: shown("#inbox, .inbox, main, nav") },
    { name: "inbox", by: member, address: "#inbox", open: shown("main") },
    {
      name: "topic",
      by: member,
      address: slowSearch,
      open: shown("article[data-id]"),
    },
    {
      name: "poll",
      by: member,
      address: await topic("lunch", "Thursday"),
      open: shown("article[data-id]"),
    },
    {
      name: "linked-page",
      by: member,
      address: await topic("engineering", "Ponds"),
      open: shown(".message_embed_image img"),
    },
    {
      name: "offline",
      by: member,
      address: slowSearch,
      open: losingConnection,
      isLoading: true,
      close: connected,
    },
    {
      name: "new-version",
      by: member,
      address: slowSearch,
      open: hearingOfVersion,
      close: async (page) => {
        await page.reload();
      },
    },
    { name: "search", by: member, address: "#narrow/search/index", open: shown("article") },
    { name: "palette", by: member, address: "#inbox", open: pressed("Control+k") },
    { name: "keys", by: member, address: "#inbox", open: pressed("?") },
    ...pages.map((page) => screenOf(page, member)),
    ...[`${design}/general`, ...administration].map((page) => screenOf(page, owner)),
  ];
}

function screenOf(page: string, by: string): Screen {
  const name = page.replaceAll("/", "-");
  return { name, by, address: `#${page}`, open: shown("main .page-body > *") };
}

/** Waits until something is there. */
function shown(selector: string) {
  return async (page: Page) => {
    await page.locator(selector).first().waitFor();
  };
}

/** Opens a dialog by its key. */
function pressed(key: string) {
  return async (page: Page) => {
    await page.locator("main").waitFor();
    await page.keyboard.press(key);
    await page.locator("dialog[open]").waitFor();
  };
}

/** Loses the connection once the browser has kept the page and what is read, and opens it anew. */
async function losingConnection(page: Page): Promise<void> {
  const id = await page.locator("article[data-id]").first().getAttribute("data-id");
  while ((await page.evaluate(hasKept(`"id":${String(id)},`))) !== true) await nextLook();
  await page.waitForFunction("navigator.serviceWorker.ready.then(() => caches.match('/'))");
  await page.context().setOffline(true);
  await page.reload();
  await page.locator("article[data-id]").first().waitFor();
  await page.getByText("You are offline.").waitFor();
}

async function connected(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
}

/** Lets the client hear of a version from its worker, which there is none of. */
async function hearingOfVersion(page: Page): Promise<void> {
  await page.locator("article[data-id]").first().waitFor();
  await page.evaluate(
    "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { version: 'next' } }))",
  );
  await page.getByText("There is a new version.").waitFor();
}
