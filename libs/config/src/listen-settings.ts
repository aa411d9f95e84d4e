interface ListenVariables {
  readonly HOST: string;
  readonly PORT: number;
  readonly DRAIN_MS: number;
  readonly SHARED_PORT?: number | undefined;
  readonly IN_PROCESS_NAME?: string | undefined;
}

/** Reads where a process listens, and how it stops, from its configuration. */
export function listenSettings(variables: ListenVariables) {
  const { DRAIN_MS: drainMs, HOST: host, IN_PROCESS_NAME: inProcessName } = variables;
  const { PORT: port, SHARED_PORT: sharedPort } = variables;
  return { host, port, sharedPort, inProcessName, drainMs };
}
