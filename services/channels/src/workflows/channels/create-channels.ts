import { AppError } from "@team-chat/errors";

import { normalizeDescription } from "../../policies/description.ts";
import type { NewChannelFacts } from "../../policies/new-channel.ts";
import { renderDescription } from "../../present/description.ts";
import { existsFolder, insertChannels } from "../../queries/channels.ts";
import type { ChannelRow } from "../../values/channel-row.ts";
import type { RealmChange } from "../realm-change.ts";

/** Channels to be created alike. */
interface Creation {
  readonly facts: NewChannelFacts;
  readonly requested: readonly {
    readonly name: string;
    /** The name as it is compared. */
    readonly key: string;
    readonly description: string;
  }[];
}

/** Creates the channels, whose names are free, in the order given; one statement for any number. */
export async function createChannels(
  change: RealmChange,
  version: number,
  { facts, requested }: Creation,
): Promise<readonly ChannelRow[]> {
  if (requested.length === 0) return [];
  const channels = requested.map(({ description: given, key, name }) => {
    const description = normalizeDescription(given);
    const renderedDescription = renderDescription(description, change.realmId);
    return { name, key, description, renderedDescription };
  });
  const shared = { ...facts, creatorId: change.actor.id };
  return insertChannels(change.tx, { ...change, version }, { channels, facts: shared });
}

/** @throws BAD_REQUEST unless the folder, if any, is there and not archived */
export async function checkFolder(
  { realmId, tx }: RealmChange,
  folderId: number | null,
): Promise<void> {
  if (folderId !== null && !(await existsFolder(tx, realmId, folderId)))
    throw new AppError("BAD_REQUEST", "Invalid channel folder ID");
}
