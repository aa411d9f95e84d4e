import { LaunchError } from "./launch.ts";
import { findFreePort, isPortFree } from "./ports.ts";

const attempts = 5;

/** Starts something on the given port, or on free ones until nobody else was faster. */
export async function onFreePort<T>(
  port: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (port !== undefined) return await onPort(port, start);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await findFreePort());
    } catch (error) {
      if (!(error instanceof LaunchError && error.portTaken) || attempt === attempts) throw error;
    }
  }
}

async function onPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  // Else the answer of whoever has the port would be taken for the new server's.
  if (!(await isPortFree(port))) throw new LaunchError(`Port ${port} is taken by another program.`);
  return await start(port);
}
