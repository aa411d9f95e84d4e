interface ListenVariables {
  readonly HOST: string;
  readonly PORT: number;
  readonly DRAIN_MS: number;
}

/** Reads where a process listens, and how it stops, from its configuration. */
export function listenSettings({ DRAIN_MS: drainMs, HOST: host, PORT: port }: ListenVariables) {
  return { host, port, drainMs };
}
