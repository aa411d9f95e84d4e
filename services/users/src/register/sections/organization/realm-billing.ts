import { registerSection } from "../../registration/registration.ts";

const fields = { realm_billing: { has_pending_sponsorship_request: false } };

/** State of the organization's plan; there are no plans. */
export const realmBilling = registerSection({
  name: "realm_billing",
  render: fields,
  spectator: fields,
});
