import { registerSection } from "../../registration/registration.ts";

const fields = { realm_filters: [] };

/** Linkifiers in a form that no client can use any more. */
export const realmFilters = registerSection({
  name: "realm_filters",
  render: fields,
  spectator: fields,
});
