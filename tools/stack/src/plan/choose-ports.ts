import { findFreePort, isPortFree } from "@team-chat/servers";

/** The public port is taken; the message says what to do. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";

  constructor(port: number) {
    super(
      `Port ${port} is taken by another program: stop that one, or choose another port (PORT=9981 npm start).`,
    );
  }
}

/**
 * Chooses a port for every name: the wished one where it is free, else any free one.
 *
 * @param fixed ports that clients know, so that another one will not do; 0 asks for any free one.
 * @throws PortTakenError when a fixed port is taken.
 */
export async function choosePorts(
  wishes: Readonly<Record<string, number>>,
  fixed: Readonly<Record<string, number>>,
): Promise<Record<string, number>> {
  const chosen: Record<string, number> = {};
  for (const [name, wish] of Object.entries({ ...wishes, ...fixed })) {
    const taken = Object.values(chosen);
    if (wish !== 0 && !taken.includes(wish) && (await isPortFree(wish))) {
      chosen[name] = wish;
    } else if (wish !== 0 && name in fixed) {
      throw new PortTakenError(wish);
    } else {
      chosen[name] = await findOther(taken);
    }
  }
  return chosen;
}

async function findOther(taken: readonly number[]): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if (!taken.includes(port)) return port;
  }
}
