/** Operations that change something and are not sent at random, with the reason. */
export const undrawn: Readonly<Record<string, string>> = {
  fetchApiKey: "tells a key, and changes nothing",
  devFetchApiKey: "tells a key, and changes nothing",
  renderMessage: "changes nothing",
  registerQueue: "is what is tested",
  deleteQueue: "ends the client",
  regenerateBotApiKey: "would lock a client out whose key the test does not know",
  updateBotStorage: "is nobody's business but the bot's",
  removeBotStorage: "is nobody's business but the bot's",
  reportMessage: "sends a message, as sendMessage does",
  deactivateOwnUser: "does what deactivateUser does",
  uploadRealmEmoji: "needs a file; furnish uploads one",
  acceptInvite: "needs a key that only an e-mail has",
  uploadOwnAvatar: "needs a file",
  deleteOwnAvatar: "needs an uploaded picture",
  confirmEmailChange: "needs a key that only an e-mail has",
  redeliver: "is of the webhooks service, which nobody hears of",
};
