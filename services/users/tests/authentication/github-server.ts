import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that answers like a company's own GitHub, with what a test wants it to say. */
export interface GithubServer extends AsyncDisposable {
  readonly issuer: string;
  /** Answers by path, below `/api/v3`. */
  readonly says: Record<string, unknown>;
}

/** Starts it; the code `good` is good for whoever knows the secret `secret`. */
export async function startGithubServer(): Promise<GithubServer> {
  const says: Record<string, unknown> = {};
  const server = createServer((req, res) => {
    const send = (status: number, body: unknown) => {
      res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    };
    void (async () => {
      const path = (req.url ?? "").split("?")[0] ?? "";
      if (path !== "/login/oauth/access_token") {
        const found = says[path.replace("/api/v3", "")];
        const isKnown = found !== undefined && req.headers.authorization === "Bearer token";
        send(isKnown ? 200 : 404, isKnown ? found : { message: "Not Found" });
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const isGood =
        form.get("code") === "good" &&
        form.get("client_secret") === "secret" &&
        form.has("code_verifier");
      // It answers with 200 whatever is wrong.
      send(
        200,
        isGood
          ? { access_token: "token", token_type: "bearer", scope: "read:user,user:email" }
          : { error: "bad_verification_code", error_description: "The code is wrong or expired." },
      );
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    issuer: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    says,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
