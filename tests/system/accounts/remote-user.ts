import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

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
