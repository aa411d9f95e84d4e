import { nextLook } from "@team-chat/testkit";
import { vi } from "vitest";

import type { Chapter } from "../chapter.ts";

const patience = { timeout: 240_000 };

/** Bots, and what the organization and its members set up. */
export const organization: Chapter = async (stage) => {
  await bots(stage);
  await stage.call("updateRealm", { description: "We make things." });
  await stage.call("updateUserSettingsDefaults", { enter_sends: true });
  await stage.call("addRealmDomain", { domain: "acme.example", allow_subdomains: true });
  await stage.call("listRealmDomains");
  await stage.call("updateRealmDomain", { domain: "acme.example", allow_subdomains: false });
  await stage.call("removeRealmDomain", { domain: "acme.example" });
  await stage.call("addBlockedAddress", { pattern: "spam.example" });
  await stage.call("getRealmUsage", { days: 2 });
  await stage.call("listBlockedAddresses");
  await stage.call("removeBlockedAddress", { pattern: "spam.example" });
  await stage.call("testWelcomeMessage", { welcome_message_custom_text: "Welcome to Acme!" });
  await exportAll(stage);
  const linkifier = {
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://tracker.example/issues/{id}",
  };
  const { id: filter_id } = await stage.call("addLinkifier", linkifier);
  await stage.call("listLinkifiers");
  await stage.call("updateLinkifier", { filter_id, ...linkifier, pattern: "T(?P<id>[0-9]+)" });
  await stage.call("reorderLinkifiers", { ordered_linkifier_ids: [filter_id] });
  await stage.call("removeLinkifier", { filter_id });
  const { id: playground_id } = await stage.call("addPlayground", {
    name: "Python playground",
    pygments_language: "Python",
    url_template: "https://python.example/run?code={code}",
  });
  await stage.call("removePlayground", { playground_id });
  await stage.call("updateSettings", { enter_sends: true });
  await stage.call("updateDisplaySettings", { twenty_four_hour_time: true });
  await stage.call("updateNotificationSettings", { enable_sounds: false });
  const { saved_snippet_id } = await stage.call("createSavedSnippet", {
    title: "Welcome",
    content: "Welcome to the team!",
  });
  await stage.call("listSavedSnippets");
  await stage.call("updateSavedSnippet", { saved_snippet_id, title: "Warm welcome" });
  await stage.call("deleteSavedSnippet", { saved_snippet_id });
  const endpoint = "https://push.example.com/send/1";
  const keys = { auth: "BTBZMqHH6r4Tts7J_aSIgg", p256dh: browserKey };
  await stage.call("addPushSubscription", { endpoint, ...keys });
  await stage.call("listPushSubscriptions");
  await stage.call("removePushSubscription", { endpoint });
  const fragment = "narrow/is/alerted";
  await stage.call("addNavigationView", { fragment, is_pinned: true, name: "Alert words" });
  await stage.call("listNavigationViews");
  await stage.call("updateNavigationView", { fragment, is_pinned: false });
  await stage.call("deleteNavigationView", { fragment });
};

/** The public key of a browser (RFC 8291, appendix A). */
const browserKey =
  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

async function bots(stage: Parameters<Chapter>[0]): Promise<void> {
  const { user_id: bot_id } = await stage.call("createBot", {
    full_name: "Build Bot",
    short_name: "build",
  });
  await stage.call("listBots");
  await stage.call("updateBot", { bot_id, full_name: "Release Bot" });
  await stage.call("getBotApiKey", { bot_id });
  await stage.call("regenerateBotApiKey", { bot_id });
  await stage.call("updateBotStorage", { storage: { last_build: "1842" } });
  await stage.call("getBotStorage");
  await stage.call("removeBotStorage", { keys: ["last_build"] });
  const hook = await stage.call("createBot", {
    full_name: "Hook Bot",
    short_name: "hook",
    bot_type: 3,
    payload_url: stage.hookUrl,
  });
  const hookId = hook["user_id"];
  await stage.call("sendMessage", { type: "direct", to: [hookId], content: "Deploy, please" });
  const isDone = async () => {
    const { deliveries } = await stage.try("listDeliveries", { bot_id: hookId });
    return (deliveries as { state: string }[]).every(({ state }) => state === "done");
  };
  await vi.waitUntil(isDone, patience);
  await stage.product.settle();
  const { deliveries } = await stage.call("listDeliveries", { bot_id: hookId });
  await stage.call("redeliver", { bot_id: hookId, delivery_id: deliveries[0].id });
  await vi.waitUntil(isDone, patience);
  await stage.call("deactivateBot", { bot_id });
}

async function exportAll(stage: Parameters<Chapter>[0]): Promise<void> {
  const { id: export_id } = await stage.call("createRealmExport", { export_type: "public" });
  while ((await stage.call("listRealmExports")).exports.at(-1).pending) await nextLook();
  await stage.call("getRealmExportArchive", { export_id });
  await stage.call("deleteRealmExport", { export_id });
  await stage.call("listExportConsents");
  await stage.call("listAuditLog", { limit: 5 });
  await stage.call("streamAuditLog", { limit: 5 });
  await stage.call("verifyAuditLog");
  const { id: destination_id } = await stage.call("createAuditDestination", {
    name: "SIEM",
    url: "https://siem.example.com/audit",
    authorization: "Bearer f7c1",
  });
  await stage.call("listAuditDestinations");
  await stage.call("updateAuditDestination", { destination_id, is_paused: true });
  await stage.call("deleteAuditDestination", { destination_id });
  const { id: token_id } = await stage.call("createScimToken", { name: "Okta" });
  await stage.call("listScimTokens");
  await stage.call("deleteScimToken", { token_id });
}
