import { watchSources } from "../dev/watch-sources.ts";
import type { StackPlan } from "../plan/process-definition.ts";
import { Stack } from "../stack.ts";
import type { StackState } from "../state/stack-state.ts";
import { optionsFromEnv } from "./options-from-env.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

interface StartOptions {
  readonly plan: StackPlan;
  readonly isWatching: boolean;
  /** What to tell people when everything is ready. */
  readonly announce: (state: StackState) => Promise<string>;
}

/** Starts the stack and stays until it is told to end; in development mode it restarts what has changed. */
export async function startCommand({ plan, isWatching, announce }: StartOptions): Promise<void> {
  const options = optionsFromEnv(process.env, plan);
  const stack = new Stack(options);
  let isStopping = false;
  stopOnSignals((reason) => {
    isStopping = true;
    options.say(`Stopping (${reason}) ...`);
    void endWith(stack, 0);
  });
  try {
    await stack.start();
    options.say(await announce(stack.state()));
  } catch (error) {
    // A start that is being stopped fails somewhere on its way, which is no news.
    if (isStopping) return;
    console.error(error instanceof Error ? error.message : error);
    await endWith(stack, 1);
  }
  if (isWatching) watchSources(stack, options);
}

async function endWith(stack: Stack, code: number): Promise<void> {
  await stack.stop();
  process.exit(code);
}
