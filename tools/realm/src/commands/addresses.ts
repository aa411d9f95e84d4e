import { parseArgs } from "node:util";

import {
  addDomain as add,
  chooseMainAddress,
  getAddresses,
  type OrganizationAddress,
  proveDomain as prove,
  removeAddress as remove,
  renameOrganization,
} from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain, UsageError } from "../usage.ts";

type Command = (operator: OperatorClient, args: readonly string[]) => Promise<Outcome>;

/** `rename`: gives an organization another subdomain. */
export const rename: Command = async (operator, args) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      to: { type: "string" },
      "allow-reserved": { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const before = onlySubdomain("rename", positionals);
  if (values.to === undefined) throw new UsageError("rename needs --to with the new subdomain.");
  const { id: organizationId } = await operator.find(before);
  const input = { subdomain: values.to, allow_reserved: values["allow-reserved"] };
  const { organization } = await operator.call(renameOrganization, { organizationId, input });
  const said = `The organization '${before}' is at ${organization.url} now; '${before}' leads there.`;
  return { lines: [said], json: organization };
};

/** `addresses`: everything that leads to an organization. */
export const listAddresses: Command = async (operator, args) => {
  const { id: organizationId } = await operator.find(onlySubdomain("addresses", args));
  return shownAddresses(operator, organizationId);
};

/** Makes a command that does something with one address of an organization, and lists what leads to it then. */
function withAddress(
  command: string,
  change: (
    operator: OperatorClient,
    at: { readonly organizationId: number; readonly address: string },
  ) => Promise<unknown>,
): Command {
  return async (operator, [subdomain, address, ...rest]) => {
    if (subdomain === undefined || address === undefined || rest.length > 0)
      throw new UsageError(`${command} takes a subdomain and an address.`);
    const { id: organizationId } = await operator.find(subdomain);
    await change(operator, { organizationId, address });
    return shownAddresses(operator, organizationId);
  };
}

/** `add-domain`: notes a domain of an organization's own. */
export const addDomain = withAddress(
  "add-domain",
  (operator, { address: domain, organizationId }) =>
    operator.call(add, { organizationId, input: { domain } }),
);

/** `prove-domain`: looks the record of a domain up. */
export const proveDomain = withAddress(
  "prove-domain",
  (operator, { address: domain, organizationId }) =>
    operator.call(prove, { organizationId, input: { domain } }),
);

/** `main-address`: chooses the address to which all others lead. */
export const setMainAddress = withAddress("main-address", (operator, { address, organizationId }) =>
  operator.call(chooseMainAddress, { organizationId, input: { address } }),
);

/** `remove-address`: has an address lead nowhere. */
export const removeAddress = withAddress(
  "remove-address",
  (operator, { address, organizationId }) =>
    operator.call(remove, { organizationId, input: { address } }),
);

async function shownAddresses(operator: OperatorClient, organizationId: number): Promise<Outcome> {
  const { addresses } = await operator.call(getAddresses, { organizationId, input: {} });
  return { lines: addresses.flatMap(describe), json: addresses };
}

function describe({ record, state, url }: OrganizationAddress): string[] {
  if (record === null) return [`${url}\t${state === "main" ? "main" : "leads there"}`];
  return [
    `${url}\tunproven`,
    `  needs the record\t${record.name} ${record.type} "${record.value}"`,
  ];
}
