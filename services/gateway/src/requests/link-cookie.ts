const maxAgeSeconds = 3600;

/** Characters of tokens and of sealed texts (JWE). */
const valueForm = /^[A-Za-z0-9._-]{1,4000}$/;

/** A `__Host-` cookie over TLS; a development server speaks plain HTTP, over which browsers refuse such a name. */
export class LinkCookie {
  readonly #name: string;
  readonly #attributes: string;

  /** @param name of the kind of link */
  constructor(name: string, scheme: "http" | "https") {
    const secure = scheme === "https";
    this.#name = secure ? `__Host-${name}` : name;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  }

  /** Reads the value; undefined when there is none of the form of ours. */
  read(header: string | undefined): string | undefined {
    const start = `${this.#name}=`;
    const part = header?.split(";").find((one) => one.trim().startsWith(start));
    const token = part?.trim().slice(start.length);
    return token !== undefined && valueForm.test(token) ? token : undefined;
  }

  /** Makes the header `Set-Cookie` with the token of a link. */
  set(token: string): string {
    return `${this.#name}=${encodeURIComponent(token)}; Max-Age=${maxAgeSeconds}; ${this.#attributes}`;
  }

  /** Makes the header `Set-Cookie` that has the browser forget it. */
  clear(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }
}
