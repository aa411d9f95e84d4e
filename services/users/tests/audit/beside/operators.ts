import type { OrganizationAddress } from "@team-chat/contract";

import { askOperator } from "../../ask-operator.ts";
import { password } from "../../people.ts";
import type { Beside, Stage } from "./stage.ts";

/** Key of the interface that is used. */
const self = { operator: "secrets" };
const hidden = "(hidden)";
const subdomain = "acme";
const domain = "chat.company.example";
const email = "alice@example.com";

async function suspend(stage: Stage): Promise<void> {
  await stage.operate("suspend", { reason: "Not paid." }, { realmId: stage.world.acme.id });
}

/** Proves the domain by the record in the DNS that the answer asks for. */
async function prove(stage: Stage): Promise<void> {
  const { answer } = await askOperator(
    stage.world,
    `/organizations/${stage.world.realm.id}/addresses`,
  );
  const [, added] = answer["addresses"] as OrganizationAddress[];
  stage.dns.texts.set(`_team-chat.${domain}`, [[stage.keep(added?.record?.value ?? "")]]);
  await stage.operate("addresses/prove", { domain });
}

async function token(stage: Stage, name: string): Promise<number> {
  const answer = await stage.operate("scim_tokens", { name });
  stage.keep(String(answer["token"]));
  return Number(answer["id"]);
}

async function destination(stage: Stage): Promise<number> {
  const url = stage.keep("https://siem.example.com/collector");
  const authorization = stage.keep("Bearer of-the-collector");
  const answer = await stage.operate("audit_destinations", { name: "SIEM", url, authorization });
  stage.keep(String(answer["secret"]));
  return Number(answer["id"]);
}

const organizationOf = (name: string) => ({
  subdomain: name,
  name: "New",
  owner: { email: `boss@${name}.example`, full_name: "The Boss", password },
});

const provider = { id: "own", name: "Own", issuer: "https://sso.acme.example", clientId: "chat" };

/** Changes that operators make by their interface. */
export const operatorChanges: readonly Beside[] = [
  {
    operation: "createOrganization",
    object: "organization",
    actor: self,
    after: { name: "New", subdomain: "operated" },
    subdomain: "operated",
    change: ({ world }) =>
      askOperator(world, "/organizations", { body: organizationOf("operated") }),
  },
  {
    operation: "updateOrganization",
    object: "organization",
    actor: self,
    before: {},
    after: { "limits.channels": 78 },
    change: (stage) => stage.operate("", { limits: { channels: 78 } }, { method: "PATCH" }),
  },
  {
    operation: "updateSignIn",
    object: "organization",
    actor: self,
    before: { identity_providers: hidden },
    after: { identity_providers: hidden },
    change: (stage) => {
      const clientSecret = stage.keep("secret-of-a-provider");
      const body = { identity_providers: [{ ...provider, clientSecret }] };
      return stage.operate("sign_in", body, { method: "PATCH" });
    },
  },
  {
    operation: "renameOrganization",
    object: "organization",
    actor: self,
    before: { subdomain: "moved" },
    after: { subdomain },
    subdomain,
    change: async (stage) => {
      const of = { realmId: stage.world.acme.id };
      await stage.operate("rename", { subdomain: "moved" }, of);
      await stage.operate("rename", { subdomain }, of);
    },
  },
  {
    operation: "addDomain",
    object: "address",
    actor: self,
    after: { token: hidden },
    change: (stage) => stage.operate("addresses", { domain }),
  },
  {
    operation: "proveDomain",
    object: "address",
    actor: self,
    before: { proven_at: null },
    after: {},
    change: prove,
  },
  {
    operation: "chooseMainAddress",
    object: "organization",
    actor: self,
    before: { main_domain: "" },
    after: { main_domain: domain },
    change: (stage) => stage.operate("addresses/main", { address: domain }),
  },
  {
    operation: "removeAddress",
    object: "address",
    actor: self,
    before: { token: hidden },
    change: async (stage) => {
      await stage.operate("addresses", { domain: "old.company.example" });
      await stage.operate("addresses/remove", { address: "old.company.example" });
    },
  },
  {
    operation: "giveScimToken",
    object: "scim_token",
    actor: self,
    after: { name: "Okta", token_hash: hidden },
    change: (stage) => token(stage, "Okta"),
  },
  {
    operation: "endScimToken",
    object: "scim_token",
    actor: self,
    before: { name: "Entra", token_hash: hidden },
    change: async (stage) =>
      stage.operate("end_scim_token", { token_id: await token(stage, "Entra") }),
  },
  {
    operation: "addAuditDestination",
    object: "audit_destination",
    actor: self,
    after: { name: "SIEM", url: hidden, sealed: hidden },
    change: destination,
  },
  {
    operation: "removeAuditDestination",
    object: "audit_destination",
    actor: self,
    before: { name: "SIEM", url: hidden, sealed: hidden },
    change: async (stage) =>
      stage.operate("remove_audit_destination", { destination_id: await destination(stage) }),
  },
  {
    operation: "suspendOrganization",
    object: "organization",
    actor: self,
    before: { deactivated: false, suspension_reason: "" },
    after: { deactivated: true, suspension_reason: "Not paid." },
    subdomain,
    change: suspend,
  },
  {
    operation: "reactivateOrganization",
    object: "organization",
    actor: self,
    before: { deactivated: true, suspension_reason: "Not paid." },
    after: { deactivated: false, suspension_reason: "" },
    subdomain,
    change: (stage) => stage.operate("reactivate", {}, { realmId: stage.world.acme.id }),
  },
  {
    operation: "replaceAccountKey",
    object: "api_key",
    actor: self,
    before: { key: hidden },
    after: { key: hidden },
    change: async (stage) =>
      stage.keep(String((await stage.operate("keys", { email }))["api_key"])),
  },
  {
    operation: "createPasswordLink",
    object: "password_reset",
    actor: self,
    after: { email },
    change: async (stage) =>
      stage.keep(String((await stage.operate("password_links", { email }))["url"]).slice(-32)),
  },
  {
    operation: "resetAccountFactors",
    object: "authenticator_app",
    actor: self,
    before: { sealed_secret: hidden },
    change: async (stage) => {
      await using _ = await stage.factors.setUp("alice");
      await stage.operate("second_factor_resets", { email });
    },
  },
  {
    operation: "erasePerson",
    object: "erased_person",
    actor: self,
    after: { messages: "keep" },
    change: (stage) =>
      stage.operate("erasures", {
        email: "guest@example.com",
        confirm: "guest@example.com",
        messages: "keep",
      }),
  },
  {
    operation: "createImport",
    object: "organization",
    actor: self,
    before: { deactivated: false, suspension_reason: "" },
    after: { deactivated: true, suspension_reason: "The organization is being imported." },
    subdomain: "imported",
    change: ({ world }) => askOperator(world, "/imports", { body: { subdomain: "imported" } }),
  },
];
