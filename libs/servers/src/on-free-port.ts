import { LaunchError } from "./launch.ts";
import { findFreePort } from "./ports.ts";

const attempts = 5;

/** Starts something on the given port, or on free ones until nobody else was faster. */
export async function onFreePort<T>(
  port: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (port !== undefined) return await start(port);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await findFreePort());
    } catch (error) {
      if (!(error instanceof LaunchError && error.portTaken) || attempt === attempts) throw error;
    }
  }
}
