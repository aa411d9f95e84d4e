import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** Configuration of a product that believes proxies at 127.0.0.1. */
export const proxySecret = "p".repeat(32);
export const remoteUserEnvironment = {
  TRUSTED_PROXIES: "127.0.0.1",
  REMOTE_USER_HEADER: "X-Remote-User",
  REMOTE_USER_SECRET: proxySecret,
  REMOTE_USER: JSON.stringify({
    name: "Kerberos",
    organizations: [""],
    emailDomain: "corp.example",
  }),
};

interface Passed {
  readonly user?: string | string[];
  readonly secret?: string;
  readonly host?: string;
  /** Address from which the request comes. */
  readonly from?: string;
  readonly next?: string;
}

/** Passes a request on to the page that signs people in, as a reverse proxy does that has let somebody in. */
export async function passOn(
  url: string,
  { from = "127.0.0.1", host = new URL(url).host, next = "/docs", secret, user }: Passed,
) {
  const headers = {
    Host: host,
    ...(user === undefined ? {} : { "X-Remote-User": user }),
    ...(secret === undefined ? {} : { "X-Remote-User-Secret": secret }),
  };
  const target = new URL(`/accounts/login/sso/?next=${encodeURIComponent(next)}`, url);
  target.hostname = "127.0.0.1";
  const sent = request(target, { headers, localAddress: from, agent: false });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { location, "set-cookie": cookies = [] } = answer.headers;
  const session = cookies.find((one) => one.startsWith("session="))?.split(";")[0];
  return { status: answer.statusCode, location, session, body: await text(answer) };
}

/**
 * Starts a reverse proxy, as docs/accounts.md sets one up: it says of everybody that they are this user where people
 * sign in, and takes what clients say of that off all other requests. Returns its address and what stops it.
 */
export async function startProxy(
  url: string,
  user: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const { host, port } = new URL(url);
  const server = createServer((req, res) => {
    const { "x-remote-user": _, "x-remote-user-secret": __, ...headers } = req.headers;
    const isSignIn = req.url?.startsWith("/accounts/login/sso/") === true;
    const said = isSignIn ? { "X-Remote-User": user, "X-Remote-User-Secret": proxySecret } : {};
    const target = { host: "127.0.0.1", port, path: req.url, method: req.method };
    const passed = request({ ...target, headers: { ...headers, host, ...said }, agent: false });
    passed.on("response", (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    void pipeline(req, passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}
