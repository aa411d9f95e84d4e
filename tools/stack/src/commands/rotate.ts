import { replaceSecrets } from "../plan/secrets.ts";
import { lockHolder } from "../state/lock.ts";

/**
 * Replaces the secrets of a data folder, which its servers and services take at the next start; returns the exit code:
 * 1 while they run.
 */
export function rotateCommand(dataDir: string): number {
  if (lockHolder(dataDir) !== null) {
    console.log("Team Chat is running: npm run stop first, then npm run rotate, then npm start.");
    return 1;
  }
  replaceSecrets(dataDir);
  console.log("Replaced the secrets. The next start gives them to servers and services.");
  return 0;
}
