/** Schemes that a link may begin with; everything else stays text (docs/behaviour/markdown.md#links). */
const schemes = new Set(
  "http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel urn webcal wtai xmpp".split(
    " ",
  ),
);
const scheme = /^([a-z][a-z\d+.-]*):/i;
/** `host:port/…` looks like a scheme. */
const hostAndPort = /^[^/?#:]+:\d+(?:[/?#]|$)/;

/** Returns the URL as a link may have it, with what a reader would add to it; null when it may not be linked to. */
export function safeHref(url: string): string | null {
  const written = url.trim().replaceAll(" ", "%20");
  // Browsers skip these within a scheme, so that an innocent looking one could become another.
  // oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
  if (written === "" || /[\u0000-\u001f\u007f]/.test(written)) return null;
  if (written.startsWith("/") || written.startsWith("#")) return written;
  const [, name] = hostAndPort.test(written) ? [] : (scheme.exec(written) ?? []);
  if (name !== undefined) return schemes.has(name.toLowerCase()) ? written : null;
  if (!/[/:]/.test(written) && written.includes("@")) return `mailto:${written}`;
  return `http://${written}`;
}

/**
 * Links to conversations and files of the organization itself are relative, so that clients open them in place
 * (docs/behaviour/markdown.md#links).
 */
export function relativeHref(href: string, realmUrl: string): string {
  if (realmUrl === "" || !href.startsWith(`${realmUrl}/`)) return href;
  const rest = href.slice(realmUrl.length + 1);
  return rest.startsWith("#") || rest.startsWith("user_uploads/") ? rest : href;
}
