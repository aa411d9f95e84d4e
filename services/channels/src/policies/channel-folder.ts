import {
  badCharacterIn,
  type ChannelFolderObject,
  type InputOf,
  type updateChannelFolder,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { ChannelRow } from "../values/channel-row.ts";
import { normalizeDescription } from "./channel-settings.ts";

type Folders = readonly ChannelFolderObject[];

/**
 * Returns a folder's name without surrounding white space; `own` is the folder that is to have it, if there already.
 * @throws BAD_REQUEST
 */
export function checkFolderName(given: string, folders: Folders, own?: number): string {
  const name = given.trim();
  if (name === "") throw new AppError("BAD_REQUEST", "Channel folder name can't be empty.");
  if (badCharacterIn(name) !== null)
    throw new AppError("BAD_REQUEST", "Invalid character in channel folder name.");
  const taken = folders.some(
    (folder) =>
      folder.id !== own && !folder.is_archived && folder.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new AppError("BAD_REQUEST", "Channel folder name is already in use.");
  return name;
}

/** Folders and channels of the realm as they are now. */
interface FolderContext {
  readonly folders: Folders;
  readonly channels: Iterable<ChannelRow>;
}

/**
 * Plans an update of a folder, apart from the rendered description. Archiving needs an empty folder, and taking one
 * back a name that is free.
 * @throws BAD_REQUEST
 */
export function planFolderUpdate(
  given: InputOf<typeof updateChannelFolder>,
  { channels, folders }: FolderContext,
): { readonly before: ChannelFolderObject; readonly after: ChannelFolderObject } {
  const before = folders.find(({ id }) => id === given.channel_folder_id);
  if (!before) throw new AppError("BAD_REQUEST", "Invalid channel folder ID");
  const is_archived = given.is_archived ?? before.is_archived;
  if (is_archived && !before.is_archived) checkEmpty(before, channels);
  const returns = before.is_archived && !is_archived;
  const name =
    given.name === undefined && !returns
      ? before.name
      : checkFolderName(given.name ?? before.name, folders, before.id);
  const description =
    given.description === undefined ? before.description : normalizeDescription(given.description);
  return { before, after: { ...before, name, description, is_archived } };
}

/**
 * Checks that an order names each folder once.
 * @throws BAD_REQUEST
 */
export function checkFolderOrder(order: readonly number[], folders: Folders): void {
  const ids = new Set(order);
  const complete = ids.size === order.length && ids.size === folders.length;
  if (!complete || !folders.every(({ id }) => ids.has(id)))
    throw new AppError("BAD_REQUEST", "Invalid order mapping.");
}

function checkEmpty(folder: ChannelFolderObject, channels: Iterable<ChannelRow>): void {
  for (const channel of channels) {
    if (channel.folderId === folder.id) {
      throw new AppError(
        "BAD_REQUEST",
        "You need to remove all the channels from this folder to archive it.",
      );
    }
  }
}
