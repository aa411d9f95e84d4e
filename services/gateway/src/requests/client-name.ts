/** Longest client name kept (docs/behaviour/api.md#client-names). */
const maxLength = 30;

/** The client program's name as its User-Agent tells it: the product before the version. */
export function clientName(userAgent: string | undefined): string {
  const product = /^[^/(]*/.exec(userAgent ?? "")?.[0].trim() ?? "";
  return product === "" ? "Unspecified" : product.slice(0, maxLength);
}
