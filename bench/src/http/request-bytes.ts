/** The account that a request is made as, in the terms of HTTP Basic authentication. */
interface Credentials {
  readonly email: string;
  readonly apiKey: string;
}

export interface RequestParts {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST";
  readonly url: URL;
  readonly credentials?: Credentials;
  /** Sent in the query of a GET, as a form body otherwise. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Writes the bytes of one HTTP/1.1 keep-alive request. */
export function requestBytes({ method, url, credentials, parameters }: RequestParts): string {
  const encoded = new URLSearchParams(parameters ?? {}).toString();
  const inQuery = method === "GET" && encoded !== "";
  const lines = [
    `${method} ${url.pathname}${inQuery ? `?${encoded}` : ""} HTTP/1.1`,
    `host: ${url.host}`,
    "user-agent: TeamChatBench",
  ];
  if (credentials !== undefined) {
    const pair = Buffer.from(`${credentials.email}:${credentials.apiKey}`).toString("base64");
    lines.push(`authorization: Basic ${pair}`);
  }
  const body = method === "GET" ? "" : encoded;
  if (method !== "GET") {
    lines.push("content-type: application/x-www-form-urlencoded");
    lines.push(`content-length: ${Buffer.byteLength(body)}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
