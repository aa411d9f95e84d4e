// An identity provider that speaks SAML in a process of its own: `node saml-provider.mjs <its address> <our address>`,
// with its key and certificate in SAML_KEYS. Its page asks for a name, which becomes the address.
import { createServer } from "node:http";

import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from "samlify";

const [issuer, ours] = process.argv.slice(2);
const { certificate, key } = JSON.parse(process.env["SAML_KEYS"]);
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
setSchemaValidator({ validate: () => Promise.resolve("unchecked") });
const self = {
  entityID: issuer,
  privateKey: key,
  signingCert: certificate,
  requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  nameIDFormat: ["urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"],
  singleSignOnService: [{ Binding: redirect, Location: `${issuer}/sign-in` }],
  singleLogoutService: [{ Binding: redirect, Location: `${issuer}/log-out` }],
};
const idp = IdentityProvider(self);
const strictIdp = IdentityProvider({ ...self, wantAuthnRequestsSigned: true });

const form = (action, fields, more) =>
  `<!doctype html><form method="post" action="${action}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("")}${more}<button>Go on</button></form>`;

/** Describes us, as we do ourselves, and where we are answered by redirect. */
async function peer() {
  const metadata = await (await fetch(`${ours}/metadata`)).text();
  const described = ServiceProvider({ metadata });
  const answered = ServiceProvider({
    entityID: described.entityMeta.getEntityID(),
    singleLogoutService: [{ Binding: redirect, Location: `${ours}/logout` }],
    wantLogoutRequestSigned: true,
  });
  return { described, answered, metadata };
}

const signingCertificates = /use="signing">[^]*?<ds:X509Certificate>([^<]+)</g;

/** Certificates by which requests are checked, as they were when the description was last read; none checks nothing. */
let certificates = [];

/** Reads a request to sign in, which one of the certificates must have signed. */
async function parseLoginRequest(described, request) {
  const signers = certificates.map((signingCert) =>
    ServiceProvider({
      entityID: described.entityMeta.getEntityID(),
      authnRequestsSigned: true,
      signingCert,
      assertionConsumerService: [{ Binding: post, Location: `${ours}/acs` }],
    }),
  );
  if (signers.length === 0) return idp.parseLoginRequest(described, "redirect", request);
  return Promise.any(signers.map((one) => strictIdp.parseLoginRequest(one, "redirect", request)));
}

/** Fills in the library's form of a response, which it does without saying when somebody has signed in. */
function filled(template, { asked, described, user }) {
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 300_000).toISOString();
  const address = described.entityMeta.getAssertionConsumerService("post");
  return SamlLib.replaceTagsByValue(template, {
    ID: `_${crypto.randomUUID()}`,
    AssertionID: `_${crypto.randomUUID()}`,
    Issuer: issuer,
    IssueInstant: now,
    Destination: address,
    SubjectRecipient: address,
    Audience: described.entityMeta.getEntityID(),
    InResponseTo: asked.extract.request.id,
    StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Success",
    ConditionsNotBefore: now,
    ConditionsNotOnOrAfter: later,
    SubjectConfirmationDataNotOnOrAfter: later,
    NameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    NameID: user.email,
    AttributeStatement: "",
  }).replace("{AuthnStatement}", `<saml:AuthnStatement AuthnInstant="${now}"/>`);
}

/** Holds what it has done. */
const done = [];

/** Answers one request with a page, or with an address to go to. */
async function answer({ body, query, route, signed }) {
  const { answered, described, metadata } = await peer();
  const request = { query: Object.fromEntries(query), octetString: signed };
  if (route === "/sign-in") {
    const { extract } = await parseLoginRequest(described, request);
    return form("/answer", { id: extract.request.id }, '<input name="name">');
  }
  if (route === "/answer") {
    const user = { email: `${body.get("name")}@example.com` };
    done.push(`sign-in ${user.email}`);
    const asked = { extract: { request: { id: body.get("id") } } };
    const made = (template) => ({ id: "", context: filled(template, { asked, described, user }) });
    const said = await idp.createLoginResponse(described, asked, "post", user, made);
    const fields = { SAMLResponse: said.context, RelayState: "https://evil.example/" };
    return form(said.entityEndpoint, fields, "");
  }
  if (route === "/log-out" && query.has("SAMLRequest")) {
    const asked = await idp.parseLogoutRequest(answered, "redirect", request);
    done.push(`log-out ${asked.extract.nameID}`);
    return { url: idp.createLogoutResponse(answered, asked, "redirect").context };
  }
  if (route === "/end") {
    const user = { logoutNameID: query.get("email") };
    return { url: idp.createLogoutRequest(answered, "redirect", user).context };
  }
  if (route === "/read-metadata")
    certificates = [...metadata.matchAll(signingCertificates)].map(([, text]) => text);
  if (route === "/done") return JSON.stringify(done);
  return "<!doctype html><h1>You are logged out everywhere</h1>";
}

createServer((req, res) => {
  const { pathname: route, search, searchParams: query } = new URL(req.url, issuer);
  const signed = search.slice(1).split("&Signature=")[0];
  const chunks = [];
  req.on("data", (chunk) => chunks.push(chunk));
  req.on("end", async () => {
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    const answered = await answer({ body, query, route, signed }).catch(
      (error) => `<p>${error}</p>`,
    );
    if (typeof answered !== "string") res.writeHead(302, { Location: answered.url }).end();
    else res.writeHead(200, { "Content-Type": "text/html" }).end(answered);
  });
}).listen(Number(new URL(issuer).port), "127.0.0.1", () => console.log("ready"));
