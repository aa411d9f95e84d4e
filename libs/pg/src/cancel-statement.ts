import pg from "pg";

/** Fields of a `pg` connection that its types leave out. */
interface Backend {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly processID: number;
  readonly secretKey: number;
}

interface Canceller extends pg.Connection {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/** A server that takes longer to hear of a cancellation is as good as lost. */
const patienceMs = 5000;

/**
 * Asks the server to cancel what a connection runs (PostgreSQL, Canceling Requests in Progress). Resolves when the
 * server has closed the connection on which it was asked: by then the backend has its signal, so that it is not one
 * that is sent later whose statement ends. Whatever it runs when the signal comes ends with 57014; a backend that runs
 * nothing ignores it.
 * @throws Error when the server does not take the request
 */
export async function cancelStatement(client: pg.Client): Promise<void> {
  const { host, port, processID, secretKey, ssl } = client as unknown as Backend;
  const asking = new pg.Connection({ ssl }) as Canceller;
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  const send = () => asking.cancel(processID, secretKey);
  asking.on("connect", () => (ssl === false ? send() : asking.requestSsl()));
  asking.on("sslconnect", send);
  asking.on("error", reject);
  asking.on("end", resolve);
  const timer = setTimeout(() => {
    reject(new Error(`A cancellation was not taken for ${patienceMs} ms.`));
    asking.stream.destroy();
  }, patienceMs);
  if (host.startsWith("/")) asking.connect(`${host}/.s.PGSQL.${port}`);
  else asking.connect(port, host);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}
