import { stopLeftovers } from "../state/leftovers.ts";
import { releaseLock, takeLock } from "../state/lock.ts";

/** Ends what a killed run left behind in its data folder, unless another run has begun there, which does so itself. */
export async function endLeftoversCommand(dataDir: string): Promise<void> {
  if (!takeLock(dataDir)) return;
  await stopLeftovers(dataDir);
  releaseLock(dataDir);
}
