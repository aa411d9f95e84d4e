import { findFreePort, reserveIfFree } from "@team-chat/servers";

/** The port that was asked for is taken; the message says what to do. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";

  constructor(port: number) {
    super(
      `Port ${port} is taken by another program: stop that one, or choose another port (PORT=9981 npm start).`,
    );
  }
}

/**
 * Chooses a port for every name: the wished one where it is free, else any free one. They stay reserved while this
 * process lives.
 *
 * @param fixed ports that were asked for by number, so that another one will not do; 0 asks for any free one.
 * @throws PortTakenError when a fixed port is taken.
 */
export async function choosePorts(
  wishes: Readonly<Record<string, number>>,
  fixed: Readonly<Record<string, number>>,
): Promise<Record<string, number>> {
  const chosen: Record<string, number> = {};
  for (const [name, wish] of Object.entries({ ...wishes, ...fixed })) {
    if (wish !== 0 && (await reserveIfFree(wish))) chosen[name] = wish;
    else if (wish !== 0 && name in fixed) throw new PortTakenError(wish);
    else chosen[name] = await findFreePort();
  }
  return chosen;
}
