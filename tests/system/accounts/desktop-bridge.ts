import { createDecipheriv } from "node:crypto";

import type { Page } from "playwright-core";

interface DesktopBridge {
  /** Decrypts what the app finds in the clipboard. */
  readonly decrypt: (digits: string) => string;
  /** Has the app find it, decrypted, in the clipboard. */
  readonly paste: (token: string) => Promise<void>;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Gives a page the bridge that pages have in the desktop app, for one sign-in. */
export async function desktopBridge(page: Page): Promise<DesktopBridge> {
  await page.addInitScript(() => {
    const pasted = new Promise((resolve) => {
      Object.assign(globalThis, { paste: resolve });
    });
    const key = Uint8Array.from({ length: 32 }, (_, at) => at);
    const decrypt_clipboard = () => ({ version: 1, key, pasted });
    Object.assign(globalThis, { electron_bridge: { decrypt_clipboard } });
  });
  return {
    decrypt: (digits) => {
      const code = Buffer.from(digits, "hex");
      const key = Uint8Array.from({ length: 32 }, (_, at) => at);
      const cipher = createDecipheriv("aes-256-gcm", key, code.subarray(0, nonceBytes));
      cipher.setAuthTag(code.subarray(-tagBytes));
      const sealed = code.subarray(nonceBytes, -tagBytes);
      return cipher.update(sealed, undefined, "utf8") + cipher.final("utf8");
    },
    paste: async (token) => {
      await page.evaluate(`paste(${JSON.stringify(token)})`);
    },
  };
}
