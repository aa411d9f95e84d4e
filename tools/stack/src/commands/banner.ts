import { banner } from "../banner/banner.ts";
import { readState } from "../state/state-file.ts";

/** Prints where everything is and how to use it, for a stack that runs. */
export async function bannerCommand(dataDir: string): Promise<void> {
  const state = readState(dataDir)?.state;
  if (state !== undefined) console.log(await banner(state));
}
