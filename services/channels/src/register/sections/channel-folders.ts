import { channelFolderObject } from "@team-chat/contract";
import { isOpenToSpectators } from "@team-chat/policy";
import { rowsOfOrganization } from "@team-chat/register";

import { selectFolders } from "../../queries/channel-folders.ts";
import { registerSection } from "../registration/registration.ts";

/** All folders, archived ones too, in their order; for people without an account those of channels that they see. */
export const channelFolders = registerSection({
  name: "channel_folders",
  load: rowsOfOrganization({
    select: ({ realmId }) => selectFolders(realmId),
    row: channelFolderObject,
  }),
  render: (_, folders) => ({ channel_folders: folders }),
  spectator: ({ channels }, folders) => {
    const open = channels.byName().filter(isOpenToSpectators);
    const used = new Set(open.map(({ folderId }) => folderId));
    return { channel_folders: folders.filter(({ id }) => used.has(id)) };
  },
});
