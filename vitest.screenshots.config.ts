import { defineConfig } from "vitest/config";

import base from "./vitest.config.ts";

/** Has the servers of the tests make pictures instead: `npm run screenshots`. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["tests/system/web-client/screenshots/take.ts"] },
});
