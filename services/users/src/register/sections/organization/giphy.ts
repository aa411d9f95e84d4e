import { registerSection } from "../../registration/registration.ts";

const fields = { giphy_api_key: "" };

/** The key for a service of animated pictures; there is none. */
export const giphy = registerSection({ name: "giphy", render: fields, spectator: fields });
