import type { Page } from "playwright-core";

/**
 * Script that gives pages `seen(selector)`, which resolves with the time at which something is on the screen: in the
 * document, and the next frame drawn. `keys` collects the time from each key until the frame behind it is drawn, and
 * `frames` the length of each frame while it is collected.
 */
export const watching = `
  globalThis.painted = () => new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(0);
    });
  });
  globalThis.seen = (selector) => new Promise((resolve) => {
    const look = () => document.querySelector(selector) !== null && (painted().then(resolve), true);
    if (look()) return;
    const observer = new MutationObserver(() => look() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
  globalThis.keys = [];
  addEventListener("keydown", ({ timeStamp }) => {
    painted().then((at) => keys.push(at - timeStamp));
  }, { capture: true });
  globalThis.frames = async (ms) => {
    const lengths = [];
    let before = await new Promise(requestAnimationFrame);
    const end = before + ms;
    while (before < end) {
      const now = await new Promise(requestAnimationFrame);
      lengths.push(now - before);
      before = now;
    }
    return lengths;
  };
`;

/** Opens an address, and returns the time from its beginning until something of it is on the screen, in ms. */
export async function opened(page: Page, address: string, selector: string): Promise<number> {
  await page.addInitScript(`${watching} globalThis.first = seen(${JSON.stringify(selector)});`);
  await page.goto(address, { waitUntil: "commit" });
  return page.evaluate<number>("first");
}

/** Does something in a page, and returns the time until something is on the screen, in ms. */
export function timed(page: Page, script: string, selector: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const start = performance.now();
    ${script}
    return (await seen(${JSON.stringify(selector)})) - start;
  })()`);
}
