import { z } from "zod";

/**
 * A folder of channels, in which the organization's clients show them together
 * (docs/behaviour/channels.md#channel-folders).
 */
export const channelFolderObject = z.object({
  id: z.int().describe("Unique id of the folder"),
  name: z.string().describe("Unique among folders that are not archived, whatever the case"),
  description: z.string().describe("Markdown"),
  rendered_description: z.string().describe("HTML"),
  creator_id: z.int().nullable().describe("Null when nobody is recorded"),
  date_created: z.int().describe("UNIX seconds"),
  is_archived: z.boolean().describe("Whether it is archived and takes no channels"),
  order: z.int().describe("Place among the folders, ascending"),
});

export type ChannelFolderObject = z.infer<typeof channelFolderObject>;

/**
 * Limits that `POST /register` announces as max_channel_folder_name_length and max_channel_folder_description_length.
 */
export const maxChannelFolderNameLength = 60;
export const maxChannelFolderDescriptionLength = 1024;
