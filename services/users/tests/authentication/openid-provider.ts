import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** An identity provider that says whatever a test wants it to say, also what no honest one would. */
export interface OpenIdProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Claims of the next token beside those that make it valid, which they replace. */
  claims: JWTPayload;
  /** True while it answers nothing but 503. */
  isDown: boolean;
  /** True if the next token is signed with a key that it does not publish. */
  forges: boolean;
  /** Returns the query with which it sends the browser back that was sent to `url`. */
  signIn(url: string): string;
}

interface Begun {
  readonly challenge: string;
  readonly nonce: string;
}

/** Starts it for the client `chat` with the secret `secret`. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const [own, foreign] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const codes = new Map<string, Begun>();
  const server = createServer((req, res) => {
    void answer(req, res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const provider: OpenIdProvider = {
    issuer,
    claims: {},
    isDown: false,
    forges: false,
    signIn: (url) => {
      const asked = new URL(url).searchParams;
      const code = `code-${String(codes.size + 1)}`;
      codes.set(code, {
        challenge: asked.get("code_challenge") ?? "",
        nonce: asked.get("nonce") ?? "",
      });
      return new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer }).toString();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const send = (status: number, body: object) => {
      res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    };
    if (provider.isDown) send(503, {});
    else if (req.url === "/.well-known/openid-configuration") send(200, described(issuer));
    else if (req.url === "/jwks") send(200, { keys: [jwk] });
    else {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const begun = codes.get(form.get("code") ?? "");
      const challenge = await digest(form.get("code_verifier") ?? "");
      if (begun?.challenge !== challenge) send(400, { error: "invalid_grant" });
      else {
        // A code is good once.
        codes.delete(form.get("code") ?? "");
        const key = provider.forges ? foreign.privateKey : own.privateKey;
        const id_token = await token({ issuer, nonce: begun.nonce, claims: provider.claims }, key);
        send(200, { access_token: "unused", token_type: "Bearer", id_token });
      }
    }
  }

  return provider;
}

function described(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    authorization_response_iss_parameter_supported: true,
  };
}

interface Said {
  readonly issuer: string;
  readonly nonce: string;
  readonly claims: JWTPayload;
}

function token(
  { claims, issuer, nonce }: Said,
  key: Parameters<SignJWT["sign"]>[0],
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const valid = { iss: issuer, aud: "chat", sub: "1", nonce, iat: now, exp: now + 300 };
  return new SignJWT({ ...valid, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .sign(key);
}

async function digest(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return Buffer.from(hash).toString("base64url");
}
