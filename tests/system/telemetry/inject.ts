import { nextLook } from "@team-chat/testkit";

import type { Client } from "../client.ts";
import type { Constellation } from "../constellation.ts";
import { sendUntilAcknowledged } from "../faults/load.ts";
import { objections, scrape } from "./judge.ts";
import type { Scrape, Scrapes } from "./timeline.ts";

/** Something that goes wrong for minutes, and what its runbook says. */
export interface Fault {
  readonly alerts: readonly string[];
  /** Makes the fault; returns what the runbook says that helps. */
  readonly inject: () => Promise<() => Promise<void>>;
  /** Has people do what shows the fault. */
  readonly use: () => Promise<unknown>;
  /** Tells whether the fault shows. */
  readonly shows: (scrape: Scrape) => boolean;
  /** Tells whether it is not there, before it and once the runbook was followed; always when left out. */
  readonly isOver?: (scrape: Scrape) => boolean;
  /** For so long it lasts. */
  readonly minutes: number;
}

let helped = 0;

/** Injects a fault, follows its runbook, and returns what the rules object to when they judge what was scraped. */
export async function objectionsAfter(
  constellation: Constellation,
  sender: Client,
  fault: Fault,
): Promise<string> {
  return await objections({ ...fault, scrapes: await scrapesOf(constellation, sender, fault) });
}

/** Scrapes before, during and after a fault. */
async function scrapesOf(
  constellation: Constellation,
  sender: Client,
  { inject, isOver, shows, use }: Fault,
): Promise<Scrapes> {
  const isAway = (seen: Scrape) => isOver?.(seen) !== false;
  const before = await scrapeUntil(constellation, isAway);
  const help = await inject();
  await use();
  const first = await scrapeUntil(constellation, shows);
  await use();
  const second = await scrapeUntil(constellation, shows);
  await help();
  await sendUntilAcknowledged(sender, "helped", `${(helped += 1)}`);
  await constellation.settle();
  const after = await scrapeUntil(constellation, isAway);
  return { before, during: [first, second], after };
}

async function scrapeUntil(
  constellation: Constellation,
  isRight: (seen: Scrape) => boolean,
): Promise<Scrape> {
  for (;;) {
    const seen = await scrape(constellation);
    if (isRight(seen)) return seen;
    await nextLook();
  }
}
