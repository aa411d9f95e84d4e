import { registerSection } from "../../registration/registration.ts";

const fields = { realm_embedded_bots: [] };

/** Bots that run within the server; there are none. */
export const realmEmbeddedBots = registerSection({
  name: "realm_embedded_bots",
  render: fields,
  spectator: fields,
});
