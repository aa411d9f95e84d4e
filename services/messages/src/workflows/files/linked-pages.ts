// See docs/subsystems/link-previews.md.
import { randomBytes } from "node:crypto";

import { fetchLinkedPage } from "@team-chat/contract";
import { type DeliveryKind, minute, second } from "@team-chat/delivery";
import { pageEmbed, withEmbeds } from "@team-chat/markdown";
import type { UserDirectory } from "@team-chat/projection";
import type { Logger } from "@team-chat/telemetry";

import type { Context } from "../../context.ts";
import { realmSetting } from "../../policies/realm-setting.ts";
import {
  type ClaimedPage,
  claimPages,
  finishPage,
  putOffPage,
  renewPageClaims,
} from "../../queries/files/linked-pages.ts";
import { listEmbeds, settlePageLinks } from "../../queries/files/page-links.ts";
import { insertPagePicture } from "../../queries/files/page-pictures.ts";
import { listMessages } from "../../queries/messages/messages.ts";
import type { GatedTransaction } from "../../sending/gated-transaction.ts";
import { freshMs } from "../../values/linked-pages.ts";
import { showAnew } from "./show-anew.ts";

/** Waits before the second and third try of a page that does not answer; nobody waits for it after that. */
const waitsMs = [30 * second, 5 * minute];
/** Delay of a try that could not even be begun. */
const notBegunMs = 5 * second;
/** Size of our copy of a page's picture, in pixels. */
const pictureSize = { width: 400, height: 400, fit: "inside", motion: "still" } as const;
const self = { kind: "service", name: "messages" } as const;

type Work = Pick<Context, "channels" | "db" | "now" | "outbox" | "peers" | "scaler" | "users">;

/** A page as it is now, with its picture if that is new. */
interface LookedUp {
  readonly page: ClaimedPage;
  readonly bytes: Uint8Array | null;
}

/** Describes to a worker how pages are looked up and shown in the messages that wait for them. */
export function linkedPages(ctx: Work, log: Logger): DeliveryKind<ClaimedPage> {
  return {
    name: "linked page",
    claim: (claim) => claimPages(ctx.db, claim),
    renew: (claimed, claim) => renewPageClaims(ctx.db, claimed, claim),
    step: async (page) => {
      const known = await lookUp(ctx, page).catch((error: unknown) => {
        log.warn({ err: error, page: page.id }, "a linked page is looked up later");
        return undefined;
      });
      if (known === undefined) return putOff(ctx, page, "not begun");
      return known === "later" ? putOff(ctx, page, "later") : show(ctx, known);
    },
  };
}

/** Asks for a page, unless it was asked for lately or nobody wants to know any more. */
async function lookUp(ctx: Work, page: ClaimedPage): Promise<LookedUp | "later"> {
  const { fetchedAtMs, realmId, tries, url } = page;
  const isFresh = fetchedAtMs !== null && ctx.now() - fetchedAtMs < freshMs;
  if (isFresh || !(await isWanted(ctx, realmId))) return { page, bytes: null };
  const { bytes, description, outcome, title } = await ctx.peers.webhooks.call(
    fetchLinkedPage,
    self,
    { url },
    { realmId },
  );
  if (outcome === "later" && tries <= waitsMs.length) return "later";
  const picture = await copyOf(ctx, Buffer.concat(bytes));
  const name = picture === null ? null : `${randomBytes(18).toString("base64url")}.webp`;
  const now = { ...page, title, description, picture: name, fetchedAtMs: ctx.now() };
  return { page: now, bytes: picture };
}

async function isWanted({ users }: Work, realmId: number): Promise<boolean> {
  const directory = await users.current(realmId);
  return directory.realm?.deactivated === false && showsPages(directory);
}

function showsPages(users: UserDirectory): boolean {
  return realmSetting("inline_url_embed_preview", users);
}

async function copyOf({ scaler }: Work, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (bytes.length === 0) return null;
  const outcome = await scaler.scale({ bytes, sizes: [pictureSize] });
  return outcome.kind === "scaled" ? (outcome.pictures[0] ?? null) : null;
}

async function putOff(
  ctx: Work,
  page: ClaimedPage,
  why: "later" | "not begun",
): Promise<typeof why> {
  const wait = why === "later" ? (waitsMs[page.tries - 1] ?? notBegunMs) : notBegunMs;
  const tries = why === "later" ? page.tries : page.tries - 1;
  await putOffPage(ctx.db, page, { dueMs: ctx.now() + wait, tries });
  return why;
}

/** Shows a page in all messages that wait for it, in one transaction. */
async function show(ctx: Work, { bytes, page }: LookedUp): Promise<string> {
  const { realmId } = page;
  const [users, channels] = await Promise.all([
    ctx.users.current(realmId),
    ctx.channels.current(realmId),
  ]);
  const realm = { realmId, users, channels };
  // Gate first, so that no message is written or edited meanwhile that links to the page.
  return ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      if (!(await finishPage(tx, page))) return "taken over";
      if (bytes !== null && page.picture !== null)
        await insertPagePicture(tx, { realmId, name: page.picture, bytes, nowMs: ctx.now() });
      const isShown = page.title !== "" && showsPages(users);
      const shown = isShown
        ? { embed: embedOf(page), picture: page.picture }
        : { embed: "", picture: null };
      const ids = await settlePageLinks(tx, page, shown);
      await showIn({ tx, emit }, realm, { ids, nowMs: ctx.now() });
      return isShown ? "shown" : "nothing";
    },
    { gateFirst: true },
  );
}

async function showIn(
  work: GatedTransaction,
  realm: Parameters<typeof showAnew>[1],
  { ids, nowMs }: { readonly ids: readonly number[]; readonly nowMs: number },
): Promise<void> {
  if (ids.length === 0) return;
  const { realmId } = realm;
  const embeds = await listEmbeds(work.tx, realmId, ids);
  // What the reader has done with a message plays no part, so that there need be none.
  for (const row of await listMessages(work.tx, { realmId, userId: 0 }, ids)) {
    const html = withEmbeds(row.renderedContent, embeds.get(row.id) ?? []);
    await showAnew(work, realm, { row, html, nowMs });
  }
}

function embedOf({ description, picture, title, url }: ClaimedPage): string {
  const address = picture === null ? null : `/external_content/${picture}`;
  return pageEmbed({ url, title, description, picture: address });
}
