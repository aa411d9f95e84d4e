import type { LoadedMessage } from "../../state/state.ts";
import type { AppContext } from "../app-context.ts";
import { runLoaded } from "../shell/run-loaded.ts";

/** Begins an answer with what a message says. */
export function quote(app: AppContext, message: LoadedMessage): void {
  void runLoaded(app, async () => {
    const { quoteMessage } = await import("./quote-message.ts");
    return () => quoteMessage(app, message);
  });
}
