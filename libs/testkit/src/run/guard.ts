import { spawn } from "node:child_process";

// Ends when the pipe from the test run closes, however the run ended, and then ends what the run started.
const script = `
read -r _
folder=$1; shift
for pid; do kill -INT "$pid" 2>/dev/null; done
for pid; do
  tries=0
  while kill -0 "$pid" 2>/dev/null && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
done
rm -rf "$folder"
`;

/**
 * Watches over server processes and their folder: when this process is killed they go too.
 *
 * @returns a function that ends the watch without ending the servers.
 */
export function guard(folder: string, pids: readonly number[]): () => void {
  const child = spawn("/bin/sh", ["-c", script, "sh", folder, ...pids.map(String)], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  return () => child.kill("SIGKILL");
}
