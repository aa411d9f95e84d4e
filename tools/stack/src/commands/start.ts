import type { Programs } from "@team-chat/bundle";

import { watchSources } from "../dev/watch-sources.ts";
import type { StackPlan } from "../plan/process-definition.ts";
import type { PlanSettings } from "../processes.ts";
import type { StackOptions } from "../stack-options.ts";
import { Stack } from "../stack.ts";
import type { StackState } from "../state/stack-state.ts";
import { OptionError, optionsFromEnv } from "./options-from-env.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

interface StartOptions {
  readonly planFor: (settings: PlanSettings) => StackPlan;
  readonly programs: Programs;
  readonly isWatching: boolean;
  /** Writes the text for people when everything is ready; must not throw, since everything runs. */
  readonly announce: (state: StackState) => Promise<string>;
}

/** Starts the stack and stays until it is told to end; in development mode it restarts what has changed. */
export async function startCommand({
  planFor,
  programs,
  isWatching,
  announce,
}: StartOptions): Promise<void> {
  const options = readOptions({ planFor, isWatching });
  const stack = new Stack(options, programs);
  let isStopping = false;
  stopOnSignals((reason) => {
    isStopping = true;
    options.say(`Stopping (${reason}) ...`);
    void endWith(stack, 0);
  });
  try {
    await stack.start();
  } catch (error) {
    // A start that is being stopped fails somewhere on its way, and need not be reported.
    if (isStopping) return;
    console.error(error instanceof Error ? error.message : error);
    await endWith(stack, 1);
  }
  if (isStopping) return;
  options.say(await announce(stack.state()));
  if (isWatching) watchSources(stack, options);
}

/** Ends this process with one sentence when a variable makes no sense. */
function readOptions({
  isWatching,
  planFor,
}: Pick<StartOptions, "isWatching" | "planFor">): StackOptions {
  try {
    // Whoever changes the code of one service waits for that one only.
    return optionsFromEnv(process.env, planFor, isWatching ? "services" : "one");
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function endWith(stack: Stack, code: number): Promise<void> {
  await stack.stop();
  process.exit(code);
}
