const bytesOfId = 5;

/** Writes ids of blocks as a text, five bytes each, in base64 as addresses have it (RFC 4648, section 5). */
export function knownOf(ids: Float64Array): string {
  let bytes = "";
  for (const id of ids) {
    bytes += String.fromCharCode(Math.floor(id / 2 ** 32));
    for (const shift of [24, 16, 8, 0]) bytes += String.fromCharCode((id >>> shift) & 0xff);
  }
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads ids of blocks; null where the text is none. */
export function readKnown(text: string): Float64Array | null {
  if (!/^[\w-]*$/.test(text)) return null;
  let bytes: string;
  try {
    bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
  if (bytes.length % bytesOfId !== 0) return null;
  const ids = new Float64Array(bytes.length / bytesOfId);
  for (let at = 0; at < bytes.length; at += 1)
    ids[Math.floor(at / bytesOfId)] =
      (ids[Math.floor(at / bytesOfId)] ?? 0) * 256 + bytes.charCodeAt(at);
  return ids;
}
