// A real identity provider in a process of its own: `node identity-provider.mjs <port> <callback>`. Its pages ask for a
// name, which becomes the address, and for consent.
import { Provider } from "oidc-provider";

const [port, callback] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, {
  clients: [{ client_id: "chat", client_secret: "secret", redirect_uris: [callback] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  // Claims are in the token itself, as with most providers, and not only at the address for them.
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  cookies: { keys: ["only for tests"] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: `${id}@example.com`,
      email_verified: true,
      name: `${id} of the company`,
    }),
  }),
});
provider.listen(Number(port), () => console.log("ready"));
