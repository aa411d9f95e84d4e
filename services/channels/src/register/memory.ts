import { type Database, type HotPool, sql } from "@team-chat/pg";
import type { Projection } from "@team-chat/projection";
import { type RegisterMemory, RegisterReads, rowsOfSections } from "@team-chat/register";
import { z } from "zod";

import { changesColumns, changesRow, parseChanges } from "../queries/versions.ts";
import type { ChangesOrVersion } from "../values/changes.ts";
import { RealmChannels } from "../values/realm-channels.ts";
import { sections } from "./sections.ts";

/** The channels as of exactly a snapshot; use them before anything is awaited. */
export interface ChannelsAt {
  readonly channels: RealmChannels;
  readonly version: number;
}

interface Parts {
  readonly db: Database;
  readonly hot: HotPool;
  readonly channels: Projection<RealmChannels, ChangesOrVersion>;
}

/** Reads for registrations, which bring the organization's channels in memory to the moment of the statement. */
export function createRegisterReads({
  db,
  hot,
  channels,
}: Parts): RegisterReads<RealmChannels, ChannelsAt> {
  return new RegisterReads({ db, hot, memory: memoryOf(channels), rows: rowsOfSections(sections) });
}

/** As texts, as what runs prepared is answered. */
const row = changesRow.extend({
  version: z.coerce.number(),
  announcedVersion: z.coerce.number(),
});

/**
 * Versions are given out under a lock that is held until commit, so a snapshot sees a prefix of them, and channels of
 * the snapshot's version are the snapshot's channels.
 */
function memoryOf(
  channels: Projection<RealmChannels, ChangesOrVersion>,
): RegisterMemory<RealmChannels, ChannelsAt> {
  return {
    maxTries: 3,
    recall: async ({ realmId }, tx) =>
      tx === null ? channels.atLeast(realmId, 1) : new RealmChannels(),
    columns: {
      numbers: ({ known }) => [known.version],
      select: ({ numbers, realmId }) => changesColumns(realmId, sql.fragment`${numbers}[1]`),
    },
    settle: async ({ known }, { columns }) => {
      const changes = parseChanges(row.parse(columns));
      if (changes.version < known.version) return null;
      known.apply(changes);
      return { channels: known, version: changes.version };
    },
    isStill: (at) => at.channels.version === at.version,
  };
}
