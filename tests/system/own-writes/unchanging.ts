/** Operations that are no reads and from which nothing follows that can be read, with the reason. */
export const unchanging: Readonly<Record<string, string>> = {
  addAndroidRegId: "is kept for notifications, and shown to nobody",
  addApnsDeviceToken: "is kept for notifications, and shown to nobody",
  confirmEmailChange: "is seen by the address that logs in: accounts.test.ts",
  deleteQueue: "ends a queue, of which nothing tells",
  devFetchApiKey: "tells a key, and changes nothing",
  fetchApiKey: "tells a key, and changes nothing",
  jwtFetchApiKey: "tells a key, and changes nothing",
  previewInvite: "tells an invitation, and changes nothing",
  redeliver: "has a bot's own server called, of which nothing is known",
  registerPushDevice: "is always refused",
  registerQueue: "is what else is compared",
  removeAndroidRegId: "is kept for notifications, and shown to nobody",
  removeApnsDeviceToken: "is kept for notifications, and shown to nobody",
  renderMessage: "changes nothing",
  sendE2eeTestNotification: "is always refused",
  sendTestNotification: "is always refused",
};
