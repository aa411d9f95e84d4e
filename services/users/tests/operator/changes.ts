import type { OrganizationAddress } from "@team-chat/contract";

import { type Asked, askOperator } from "../ask-operator.ts";
import type { Stage } from "../audit/beside/stage.ts";
import { password } from "../people.ts";

/** Request of an operator. */
interface Asking {
  readonly path: string;
  readonly asked: Asked;
}

type Prepare = (stage: Stage) => Promise<Asking>;

const root = (what: string, body: object): Prepare => {
  return (stage) => Promise.resolve(of(stage.world.realm.id, what, body));
};
const patch = (what: string, body: object): Prepare => {
  return (stage) => {
    const { asked, path } = of(stage.world.realm.id, what, body);
    return Promise.resolve({ path, asked: { ...asked, method: "PATCH" } });
  };
};
const acme = (what: string, body: object): Prepare => {
  return (stage) => Promise.resolve(of(stage.world.acme.id, what, body));
};

function of(realmId: number, what: string, body: object): Asking {
  return { path: `/organizations/${realmId}${what}`, asked: { body } };
}

const domain = "chat.company.example";
const email = "alice@example.com";
const destination = { name: "SIEM", url: "https://siem.example.com/collector" };
const issuer = "https://sso.acme.example";
const provider = { id: "own", name: "Own", issuer, clientId: "chat", clientSecret: "s" };
const guest = "guest@example.com";

async function prove({ dns, world }: Stage): Promise<Asking> {
  const { answer } = await askOperator(world, `/organizations/${world.realm.id}/addresses`);
  const [, added] = answer["addresses"] as OrganizationAddress[];
  dns.texts.set(`_team-chat.${domain}`, [[added?.record?.value ?? ""]]);
  return of(world.realm.id, "/addresses/prove", { domain });
}

const importing = (subdomain: string, what: string, body: object): Prepare => {
  return async ({ world }) => {
    const { answer } = await askOperator(world, "/imports", { body: { subdomain } });
    return of(Number(answer["organization_id"]), `/import/${what}`, body);
  };
};

/** Changing requests of operators by their operation, in an order in which each may follow those before. */
export const operatorRequests: readonly (readonly [operation: string, prepare: Prepare])[] = [
  [
    "createOrganization",
    () => {
      const owner = { email: "boss@acted.example", full_name: "The Boss", password };
      const body = { subdomain: "acted", name: "Acted", owner };
      return Promise.resolve({ path: "/organizations", asked: { body } });
    },
  ],
  [
    "inviteOrganization",
    () => Promise.resolve({ path: "/organization_invitations", asked: { body: { days: 3 } } }),
  ],
  ["updateOrganization", patch("", { limits: { channels: 78 } })],
  ["updateSignIn", patch("/sign_in", { identity_providers: [provider] })],
  [
    "syncDirectory",
    async (stage) => {
      const directory = stage.company.settings();
      await stage.operate("sign_in", { directory }, { method: "PATCH" });
      return of(stage.world.realm.id, "/sync_directory", {});
    },
  ],
  ["renameOrganization", acme("/rename", { subdomain: "moved" })],
  ["addDomain", root("/addresses", { domain })],
  ["proveDomain", prove],
  ["chooseMainAddress", root("/addresses/main", { address: domain })],
  [
    "removeAddress",
    async (stage) => {
      await stage.operate("addresses", { domain: "old.company.example" });
      return of(stage.world.realm.id, "/addresses/remove", { address: "old.company.example" });
    },
  ],
  ["moveOrganization", root("/move", { turn: 1 })],
  ["giveScimToken", root("/scim_tokens", { name: "Okta" })],
  [
    "endScimToken",
    async (stage) => {
      const { id } = await stage.operate("scim_tokens", { name: "Entra" });
      return of(stage.world.realm.id, "/end_scim_token", { token_id: id });
    },
  ],
  ["addAuditDestination", root("/audit_destinations", { ...destination, authorization: "a" })],
  [
    "removeAuditDestination",
    async (stage) => {
      const { id } = await stage.operate("audit_destinations", destination);
      return of(stage.world.realm.id, "/remove_audit_destination", { destination_id: id });
    },
  ],
  ["replaceAccountKey", root("/keys", { email })],
  ["createPasswordLink", root("/password_links", { email })],
  [
    "resetAccountFactors",
    async (stage) => {
      await stage.factors.setUp("alice");
      return of(stage.world.realm.id, "/second_factor_resets", { email });
    },
  ],
  ["createExport", root("/exports", {})],
  ["createLegalHold", root("/legal_holds", { email, reason: "Case 7" })],
  ["closeLegalHold", root("/end_legal_hold", { hold_id: 4 })],
  ["createHoldExport", root("/legal_hold_exports", { hold_id: 4 })],
  ["deleteHoldExport", root("/delete_legal_hold_export", { export_id: 7 })],
  ["createPersonExport", root("/person_exports", { email })],
  ["deletePersonExport", root("/delete_person_export", { export_id: 7 })],
  ["erasePerson", root("/erasures", { email: guest, confirm: guest, messages: "keep" })],
  [
    "createImport",
    () => Promise.resolve({ path: "/imports", asked: { body: { subdomain: "imported" } } }),
  ],
  ["beginImport", importing("begun", "begin", {})],
  ["cancelImport", importing("cancelled", "cancel", {})],
  ["suspendOrganization", acme("/suspend", { reason: "Not paid." })],
  ["reactivateOrganization", acme("/reactivate", {})],
  [
    "scheduleDeletion",
    async (stage) => {
      const { id: realmId } = stage.world.acme;
      await stage.operate("suspend", {}, { realmId });
      return of(realmId, "/deletion", { confirm: "moved" });
    },
  ],
  ["cancelDeletion", acme("/deletion/cancel", {})],
];
