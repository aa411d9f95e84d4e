import { t } from "../../texts/texts.ts";
import type { AppContext } from "../app-context.ts";

/** Does what costs nothing before it is asked for, and says so when it cannot be loaded. */
export async function runLoaded(
  { notices }: AppContext,
  load: () => Promise<() => Promise<void>>,
): Promise<void> {
  const run = await load().catch(() => () => {
    notices.say(t("dialog.failed"));
  });
  await run();
}
