/** Limits client names (docs/behaviour/api.md#client-names). */
const maxLength = 30;

/** Takes the name of a client program, the product before its version, from the header `User-Agent`. */
export function clientName(userAgent: string | undefined): string {
  const product = /^[^/(]*/.exec(userAgent ?? "")?.[0].trim() ?? "";
  return product === "" ? "Unspecified" : product.slice(0, maxLength);
}
