import { Secret } from "@team-chat/config";
import { newCertificate } from "@team-chat/testkit";

import { type DnsServer, startDnsServer } from "../../addresses/dns-server.ts";
import { askOperator, operatorKeys } from "../../ask-operator.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../../authentication/openid-provider.ts";
import { SamlIdentityProvider } from "../../authentication/saml-provider.ts";
import { SamlSigningIn } from "../../authentication/saml-signing-in.ts";
import { SigningIn } from "../../authentication/signing-in.ts";
import { CompanyDirectory } from "../../directory/company-directory.ts";
import { Factors } from "../../second-factors/factors.ts";
import { Passkeys } from "../../second-factors/passkeys.ts";
import { World } from "../../world.ts";

/** Everybody who changes something beside the API: pages, providers, a directory, operators, the service by itself. */
export class Stage implements AsyncDisposable {
  readonly world: World;
  readonly company: CompanyDirectory;
  readonly dns: DnsServer;
  readonly provider: OpenIdProvider;
  readonly samlProvider: SamlIdentityProvider;
  readonly openId: SigningIn;
  readonly saml: SamlSigningIn;
  readonly factors: Factors;
  readonly passkeys: Passkeys;
  /** Whatever was secret in what was asked and answered. */
  readonly secrets = new Set<string>();
  readonly #stack: AsyncDisposableStack;

  private constructor(parts: Parts, stack: AsyncDisposableStack) {
    this.world = parts.world;
    this.company = parts.company;
    this.dns = parts.dns;
    this.provider = parts.provider;
    this.samlProvider = parts.samlProvider;
    const world = () => this.world;
    this.openId = new SigningIn(world, this.provider);
    this.saml = new SamlSigningIn(world, this.samlProvider);
    this.factors = new Factors(world);
    this.passkeys = new Passkeys(world);
    this.#stack = stack;
  }

  static async create(): Promise<Stage> {
    await using stack = new AsyncDisposableStack();
    const provider = stack.use(await startOpenIdProvider());
    const company = stack.use(await CompanyDirectory.start());
    const dns = stack.use(await startDnsServer());
    const samlProvider = new SamlIdentityProvider("https://idp.example/saml", newCertificate());
    const ownKey = newCertificate();
    const { issuer } = provider;
    const client = { clientId: "chat", clientSecret: "secret" };
    const openIds = [{ id: "company", name: "Company", issuer, ...client }];
    const world = stack.use(
      await World.create({
        OPERATOR_KEYS: operatorKeys,
        DNS_SERVERS: [dns.address],
        ORGANIZATION_CREATION: "open",
        OPENID_PROVIDERS: new Secret(JSON.stringify(openIds)),
        SAML_PROVIDERS: JSON.stringify([samlProvider.settings("company")]),
        SAML_PRIVATE_KEY: new Secret(ownKey.key),
        SAML_CERTIFICATE: ownKey.certificate,
        REMOTE_USER: { name: "Network", createsAccounts: true },
      }),
    );
    return new Stage({ company, dns, provider, samlProvider, world }, stack.move());
  }

  /** Remembers what is secret, and returns it. */
  keep(secret: string): string {
    this.secrets.add(secret);
    return secret;
  }

  /** Asks the operator's interface of an organization, the root one unless another is named; fails if it is refused. */
  async operate(
    what: string,
    body: object,
    { method = "POST", realmId = this.world.realm.id } = {},
  ): Promise<Record<string, unknown>> {
    const path = `/organizations/${realmId}/${what}`.replace(/\/$/, "");
    const { answer, status } = await askOperator(this.world, path, { method, body });
    if (status !== 200) throw new Error(`${path} was answered with ${JSON.stringify(answer)}`);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

type Parts = Pick<Stage, "company" | "dns" | "provider" | "samlProvider" | "world">;

/** A change that no operation of the contract makes. */
export interface Beside {
  /** Called so in the log; empty for what the service does by itself. */
  readonly operation: string;
  readonly object: string;
  /** Null where nobody acts. */
  readonly actor: object | null;
  readonly before?: object;
  readonly after?: object;
  /** Subdomain of the organization in whose log it is; the root one when it is missing. */
  readonly subdomain?: string;
  readonly change: (stage: Stage) => Promise<unknown>;
}
