/** Form of what is sent to Keycloak, or comes from it. */
type Json = Readonly<Record<string, unknown>>;

/** Administers a Keycloak that runs in development mode, whose administrator is `admin` with the password `admin`. */
export class Keycloak {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Address of the company's realm, which is also its name as an issuer. */
  get issuer(): string {
    return `${this.#url}/realms/company`;
  }

  /** Address with which it speaks SAML. */
  get samlUrl(): string {
    return `${this.issuer}/protocol/saml`;
  }

  /** Makes the company's realm anew: people are in the group `dev` and have the role `chat-admins`. */
  async makeRealm(verified: readonly string[], unverified: readonly string[]): Promise<void> {
    await this.#ask("DELETE", "/company");
    const person = (name: string, emailVerified: boolean) => ({
      username: name,
      enabled: true,
      firstName: name,
      lastName: "Example",
      email: `${name}@example.com`,
      emailVerified,
      credentials: [{ type: "password", value: "secret", temporary: false }],
      groups: ["/dev"],
      realmRoles: ["chat-admins"],
    });
    await this.#ask("POST", "", {
      realm: "company",
      enabled: true,
      roles: { realm: [{ name: "chat-admins" }] },
      groups: [{ name: "dev" }],
      users: [
        ...verified.map((name) => person(name, true)),
        ...unverified.map((name) => person(name, false)),
      ],
    });
  }

  /** Makes a client of the company's realm, in the place of one with its name. */
  async makeClient(client: Json & { readonly clientId: string }): Promise<void> {
    const query = new URLSearchParams({ clientId: client.clientId }).toString();
    const found = await this.#ask("GET", `/company/clients?${query}`);
    for (const { id } of found as readonly { readonly id: string }[])
      await this.#ask("DELETE", `/company/clients/${id}`);
    await this.#ask("POST", "/company/clients", client);
  }

  /** Returns what it makes of a description of us, as when somebody imports a client. */
  async readMetadata(metadata: string): Promise<Json & { readonly clientId: string }> {
    const read = await this.#ask("POST", "/company/client-description-converter", metadata);
    return read as Json & { readonly clientId: string };
  }

  /** Returns the certificate with which the realm signs, as its description for SAML has it. */
  async certificate(): Promise<string> {
    const descriptor = await (await fetch(`${this.samlUrl}/descriptor`)).text();
    const [, base64 = ""] = /<ds:X509Certificate>([^<]+)</.exec(descriptor) ?? [];
    const lines = base64.replaceAll(/(.{64})/g, "$1\n");
    return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  }

  /** Counts the sessions that somebody has there. */
  async sessionsOf(name: string): Promise<number> {
    const users = await this.#ask("GET", `/company/users?username=${name}`);
    const [{ id } = { id: "" }] = users as readonly { readonly id: string }[];
    const sessions = await this.#ask("GET", `/company/users/${id}/sessions`);
    return (sessions as readonly unknown[]).length;
  }

  async #ask(method: string, path: string, body?: Json | string): Promise<unknown> {
    const answer = await fetch(`${this.#url}/admin/realms${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await this.#logIn()}`,
        "Content-Type": typeof body === "string" ? "application/xml" : "application/json",
      },
      body: body === undefined || typeof body === "string" ? (body ?? null) : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok && !(method === "DELETE" && answer.status === 404))
      throw new Error(`Keycloak answered ${method} ${path} with ${String(answer.status)}: ${text}`);
    return answer.ok && text !== "" ? (JSON.parse(text) as unknown) : null;
  }

  async #logIn(): Promise<string> {
    const known = { username: "admin", password: "admin", client_id: "admin-cli" };
    const answer = await fetch(`${this.#url}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "password", ...known }),
    });
    return ((await answer.json()) as { readonly access_token: string }).access_token;
  }
}

/** Has a claim or attribute say which groups somebody is in, or which roles they have. */
export function openIdMappers(): readonly Json[] {
  const mapper = (
    name: string,
    protocolMapper: string,
    config: Readonly<Record<string, string>>,
  ) => ({
    name,
    protocol: "openid-connect",
    protocolMapper,
    config: { "id.token.claim": "true", ...config },
  });
  return [
    mapper("groups", "oidc-group-membership-mapper", {
      "claim.name": "groups",
      "full.path": "false",
    }),
    mapper("realm roles", "oidc-usermodel-realm-role-mapper", {
      "claim.name": "realm_access.roles",
      multivalued: "true",
    }),
  ];
}

/** Has attributes say address, name and groups of somebody; roles are in `Role` anyway. */
export function samlMappers(): readonly Json[] {
  const property = (name: string) => ({
    name,
    protocol: "saml",
    protocolMapper: "saml-user-property-mapper",
    config: { "user.attribute": name, "attribute.name": name },
  });
  const groups = {
    name: "groups",
    protocol: "saml",
    protocolMapper: "saml-group-membership-mapper",
    config: { "attribute.name": "groups", single: "true", "full.path": "false" },
  };
  return [...["email", "firstName", "lastName"].map(property), groups];
}
