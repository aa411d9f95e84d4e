/** Browsers keep no cookie for longer; when a session ends is decided by the service that has it. */
const maxAgeSeconds = 400 * 24 * 3600;
const tokenForm = /^[A-Za-z0-9]{32}$/;

/**
 * Names and writes the cookie that a browser is logged in with. Behind TLS it is a `__Host-` cookie: browsers take it
 * only from this very host, over TLS. A development server speaks plain HTTP, over which they refuse such a cookie;
 * there it has the plain name (docs/adr/0015-browser-sessions.md).
 */
export class SessionCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(scheme: "http" | "https") {
    this.#name = scheme === "https" ? "__Host-session" : "session";
    const secure = scheme === "https" ? "; Secure" : "";
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  /** Reads the token out of a header `Cookie`; undefined when there is none of a token's form. */
  read(header: string | undefined): string | undefined {
    if (header === undefined) return undefined;
    const start = `${this.#name}=`;
    for (const part of header.split(";")) {
      const text = part.trim();
      if (!text.startsWith(start)) continue;
      const token = text.slice(start.length);
      return tokenForm.test(token) ? token : undefined;
    }
    return undefined;
  }

  /** Makes the header `Set-Cookie` of a log-in. */
  set(token: string): string {
    return `${this.#name}=${token}; Max-Age=${maxAgeSeconds}; ${this.#attributes}`;
  }

  /** Makes the header `Set-Cookie` of a log-out. */
  clear(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }
}
