import { locateBrowser } from "@team-chat/servers";
import { patient } from "@team-chat/testkit";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";

// Without these a browser on a closed network waits for services of its maker.
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Those that Playwright has switched off in an ordinary browser and that matter here, and the renderer that is started
 * in advance for a page that may come: most tests end before.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "SpareRendererForSitePerProcess",
  "ThirdPartyStoragePartitioning",
];

/** Browser of this process, from when a test first needs one; it ends with the process. */
let launched: Promise<Browser> | undefined;

/** A browser, as a test sees it, that is closed when it is disposed of. */
interface OpenBrowser extends AsyncDisposable {
  readonly browser: BrowserContext;
}

/**
 * Opens a real browser, which has nothing of earlier ones: cookies, storage, caches and permissions are its own. Those
 * of a process share one program, because to start it takes as much processor time as a short test. Without being asked
 * to it has no service workers: what these answer with is not seen by tests that answer requests themselves.
 */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<OpenBrowser> {
  launched ??= launch();
  const browser = await (await launched).newContext({ serviceWorkers: "block", ...options });
  browser.setDefaultTimeout(patient.timeout);
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}

/** Calls with a real browser of its own. */
export async function withBrowser(
  use: (browser: BrowserContext) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await using opened = await openBrowser(options);
  await use(opened.browser);
}

async function launch(): Promise<Browser> {
  const executablePath = await locateBrowser();
  const args = [...flags, `--disable-features=${disabledFeatures.join(",")}`];
  return chromium.launch({ executablePath, headless: true, args });
}
