import { defineConfig } from "vitest/config";

import base from "./vitest.config.ts";

/** Has people come in through a real Keycloak that runs already: `npm run walk:keycloak` (docs/accounts.md). */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["tests/system/keycloak/walk.ts"] },
});
