import { type Identity, identityHeader, type IdentitySigner } from "@team-chat/identity";

interface Signature {
  readonly signer: IdentitySigner;
  readonly identity: Identity;
}

/** Sends a request straight to a service over HTTP, as one of our processes does on behalf of an identity. */
export async function signedFetch(
  { identity, signer }: Signature,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const request = new Request(url, init);
  const { headers, method } = request;
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const { host, href, origin } = new URL(url);
  const signed = { method, target: href.slice(origin.length), to: host };
  headers.set(identityHeader, signer.sign(identity, signed, body));
  return fetch(url, { ...init, headers, body });
}
