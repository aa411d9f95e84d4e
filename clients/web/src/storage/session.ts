let first: string | undefined;

/**
 * Returns the fingerprint of the session in which the page was when it was first asked for, which tells it from all
 * others (docs/behaviour/sessions.md#the-cookie); empty without a session. It stays that one when somebody else logs in.
 */
export function firstSession(): string {
  first ??= fingerprintIn(document.cookie);
  return first;
}

function fingerprintIn(cookies: string): string {
  // Another host below the domain could set one without the prefix.
  const prefix = location.protocol === "https:" ? "__Host-" : "";
  const start = `${prefix}session-fingerprint=`;
  const cookie = cookies.split("; ").find((one) => one.startsWith(start));
  return cookie?.slice(start.length) ?? "";
}
