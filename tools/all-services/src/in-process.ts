/** Services that others call; events processes and gateways are found in other ways. */
const called = ["users", "channels", "messages", "webhooks"] as const;

/**
 * Returns the variables by which a service of this process is reached by the others in it, and reaches them, without
 * the network. Of what runs elsewhere the addresses stay.
 *
 * @param service name of the service that they are for
 * @param running names of all services of this process
 */
export function inProcessVariables(
  service: string,
  running: readonly string[],
): Readonly<Record<string, string>> {
  const here = called.filter((name) => running.includes(name));
  return {
    ...Object.fromEntries(here.map((name) => [`${name.toUpperCase()}_URL`, `inproc://${name}`])),
    ...(here.some((name) => name === service) && { IN_PROCESS_NAME: service }),
  };
}
