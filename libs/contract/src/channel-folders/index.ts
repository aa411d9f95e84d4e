import { createChannelFolder } from "./create-channel-folder.ts";
import { listChannelFolders } from "./list-channel-folders.ts";
import { reorderChannelFolders } from "./reorder-channel-folders.ts";
import { updateChannelFolder } from "./update-channel-folder.ts";

export { type ChannelFolderObject, channelFolderObject } from "./channel-folder-object.ts";
export { createChannelFolder, listChannelFolders, reorderChannelFolders, updateChannelFolder };

export const channelFoldersOperations = [
  listChannelFolders,
  createChannelFolder,
  updateChannelFolder,
  reorderChannelFolders,
] as const;
