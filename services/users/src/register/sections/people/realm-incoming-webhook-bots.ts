import { registerSection } from "../../registration/registration.ts";

const fields = { realm_incoming_webhook_bots: [] };

/** Integrations with other systems that come with the server; there are none. */
export const realmIncomingWebhookBots = registerSection({
  name: "realm_incoming_webhook_bots",
  render: fields,
  spectator: fields,
});
