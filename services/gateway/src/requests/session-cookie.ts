import { createHash } from "node:crypto";

/** Browsers keep no cookie for longer; when a session ends is decided by the service that has it. */
const maxAgeSeconds = 400 * 24 * 3600;
const tokenForm = /^[A-Za-z0-9]{32}$/;

/**
 * Names and writes the cookie that a browser is logged in with, and the one by which scripts of the page tell that
 * session from others. Behind TLS both are `__Host-` cookies: browsers take them only from this very host, over TLS. A
 * development server speaks plain HTTP, over which they refuse such cookies; there they have the plain names
 * (docs/adr/0015-browser-sessions.md).
 */
export class SessionCookie {
  readonly #name: string;
  readonly #fingerprintName: string;
  readonly #attributes: string;

  constructor(scheme: "http" | "https") {
    const prefix = scheme === "https" ? "__Host-" : "";
    this.#name = `${prefix}session`;
    this.#fingerprintName = `${prefix}session-fingerprint`;
    this.#attributes = `Path=/; SameSite=Lax${scheme === "https" ? "; Secure" : ""}`;
  }

  /** Reads the token out of a header `Cookie`; undefined when there is none of a token's form. */
  read(header: string | undefined): string | undefined {
    const token = valueOf(this.#name, header);
    return token !== undefined && tokenForm.test(token) ? token : undefined;
  }

  /** Makes the headers `Set-Cookie` of a log-in. */
  set(token: string): readonly [session: string, fingerprint: string] {
    const session = `${this.#name}=${token}; Max-Age=${maxAgeSeconds}; HttpOnly; ${this.#attributes}`;
    return [session, this.#setFingerprint(token)];
  }

  /**
   * Makes the headers `Set-Cookie` for a browser whose session has no fingerprint, or another's: it began before there
   * were any, or was not given by us.
   */
  mend(header: string | undefined): readonly string[] {
    const token = this.read(header);
    if (token === undefined) return [];
    const isWhole = valueOf(this.#fingerprintName, header) === fingerprintOf(token);
    return isWhole ? [] : [this.#setFingerprint(token)];
  }

  /** Makes the headers `Set-Cookie` of a log-out. */
  clear(): readonly [session: string, fingerprint: string] {
    const ended = `=; Max-Age=0; ${this.#attributes}`;
    return [`${this.#name}${ended}; HttpOnly`, `${this.#fingerprintName}${ended}`];
  }

  #setFingerprint(token: string): string {
    const fingerprint = fingerprintOf(token);
    return `${this.#fingerprintName}=${fingerprint}; Max-Age=${maxAgeSeconds}; ${this.#attributes}`;
  }
}

function valueOf(name: string, header: string | undefined): string | undefined {
  const start = `${name}=`;
  const part = header?.split(";").find((one) => one.trim().startsWith(start));
  return part?.trim().slice(start.length);
}

/** Names a session so that nobody can take it over by that: neither its token nor what is stored of it follows. */
function fingerprintOf(token: string): string {
  return createHash("sha256").update(`fingerprint:${token}`).digest("base64url").slice(0, 22);
}
