import path from "node:path";

import type { InlineConfig } from "vite";

/** Returns how Vite builds the client, and serves it while it is worked on. */
export function viteConfig(root: string) {
  return {
    configFile: false,
    root,
    logLevel: "warn",
    // Alike for everybody who builds it, tests among them: with NODE_ENV=test it would be made to be debugged.
    oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
    build: {
      target: "es2023",
      assetsDir: "app",
      // Everything has an address of its own, which the policy of the page names.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      outDir: path.join(root, "dist"),
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          index: path.join(root, "index.html"),
          "service-worker": path.join(root, "src/service-worker/service-worker.ts"),
        },
        output: {
          // As one file what the page begins with is smaller, and found with one request.
          codeSplitting: {
            groups: [{ name: "main", tags: ["$initial"], test: /^(?!.*service-worker)/ }],
          },
          // Browsers look for a newer one at the same address.
          entryFileNames: ({ name }) =>
            name === "service-worker" ? "[name].js" : "app/[name]-[hash].js",
        },
      },
    },
  } as const satisfies InlineConfig;
}
