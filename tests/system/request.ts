import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http";
import { text } from "node:stream/consumers";

/** Lets go of an idle connection before a server that drains closes it, which might cross a request. */
const agent = new Agent({ keepAlive: true, timeout: 500 });

interface Request {
  readonly method?: string;
  readonly path: string;
  /**
   * The organization's host, where it is not the one of the URL: names below localhost are not known to every resolver.
   */
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
  /** A body of another type, instead of `form`. */
  readonly body?: { readonly type: string; readonly bytes: Buffer };
}

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request and its whole answer, whatever it is. Rejects when the connection is lost. */
export async function request(url: string, asked: Request): Promise<Response> {
  const { form, headers, host, method, path } = asked;
  const body = asked.body?.bytes ?? form?.toString() ?? "";
  const sent = send(`${url}${path}`, {
    agent,
    method: method ?? "GET",
    headers: {
      ...headers,
      ...(host === undefined ? {} : { host }),
      ...(asked.body ? { "content-type": asked.body.type } : {}),
      ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      "content-length": body.length,
    },
  });
  // Also listens for errors after the beginning of the answer, of which its body tells.
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).on("error", reject);
  });
  sent.end(body);
  const response = await answered;
  const { headers: given, statusCode: status = 0 } = response;
  return { status, headers: given, body: await text(response) };
}
