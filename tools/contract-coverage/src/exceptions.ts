/** By `operation: promise`, why no test can show it. */
export type Exceptions = Readonly<Record<string, string>>;

const imported = "Only edits that were imported without their editor have none.";
const madeByCommand =
  "Only channels and folders that were imported or made by command have no creator.";
const detached = "A file that is detached is linked to by no message.";

/** Short, and each with its reason. What a test shows after all has to leave the list. */
export const exceptions: Exceptions = {
  "uploadFile: answers SERVICE_UNAVAILABLE":
    "Only when storing the bytes takes longer than the hour after which they are removed.",
  "sendMessage: parameter sender is given": "Refused whatever it says.",
  "sendMessage: parameter to is left out": "Refused, in the words of a message to nobody.",
  "getMessages: field messages[].edit_history[].user_id null": imported,
  "getMessage: field message.edit_history[].user_id null": imported,
  "getMessageHistory: field message_history[].user_id null": imported,
  "getMessage: field message.avatar_url null": "Only with client_gravatar, which it does not take.",
  "listSubscriptions: field subscriptions[].creator_id null": madeByCommand,
  "listChannels: field streams[].creator_id null": madeByCommand,
  "getChannel: field stream.creator_id null": madeByCommand,
  "listChannelFolders: field channel_folders[].creator_id null": madeByCommand,
  "updateMessage: field detached_uploads[].messages[]": detached,
  "updateMessage: field detached_uploads[].messages[].id": detached,
  "updateMessage: field detached_uploads[].messages[].date_sent": detached,
};
