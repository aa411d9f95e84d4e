import { registerSection } from "../registration/registration.ts";

const fields = { realm_default_stream_groups: [] };

/** Groups of default channels; there are none. */
export const defaultStreamGroups = registerSection({
  name: "default_stream_groups",
  render: fields,
  spectator: fields,
});
