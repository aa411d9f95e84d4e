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
import { onlySubdomain, UsageError } from "../usage.ts";

type Command = (operator: OperatorClient, args: readonly string[]) => Promise<string[]>;

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
  return [`The organization '${before}' is at ${organization.url} now; '${before}' leads there.`];
};

/** `addresses`: everything that leads to an organization. */
export const listAddresses: Command = async (operator, args) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const { id: organizationId } = await operator.find(onlySubdomain("addresses", positionals));
  const { addresses } = await operator.call(getAddresses, { organizationId, input: {} });
  return values.json ? [JSON.stringify(addresses)] : addresses.flatMap(describe);
};

/** `add-domain`: notes a domain of an organization's own. */
export const addDomain: Command = async (operator, args) => {
  const { address: domain, subdomain } = addressOf("add-domain", args);
  const { id: organizationId } = await operator.find(subdomain);
  await operator.call(add, { organizationId, input: { domain } });
  return listAddresses(operator, [subdomain]);
};

/** `prove-domain`: looks the record of a domain up. */
export const proveDomain: Command = async (operator, args) => {
  const { address: domain, subdomain } = addressOf("prove-domain", args);
  const { id: organizationId } = await operator.find(subdomain);
  await operator.call(prove, { organizationId, input: { domain } });
  return listAddresses(operator, [subdomain]);
};

/** `main-address`: chooses the address to which all others lead. */
export const setMainAddress: Command = async (operator, args) => {
  const { address, subdomain } = addressOf("main-address", args);
  const { id: organizationId } = await operator.find(subdomain);
  await operator.call(chooseMainAddress, { organizationId, input: { address } });
  return listAddresses(operator, [subdomain]);
};

/** `remove-address`: has an address lead nowhere. */
export const removeAddress: Command = async (operator, args) => {
  const { address, subdomain } = addressOf("remove-address", args);
  const { id: organizationId } = await operator.find(subdomain);
  await operator.call(remove, { organizationId, input: { address } });
  return listAddresses(operator, [subdomain]);
};

/** @throws UsageError */
function addressOf(command: string, [subdomain, address, ...rest]: readonly string[]) {
  if (subdomain === undefined || address === undefined || rest.length > 0)
    throw new UsageError(`${command} takes a subdomain and an address.`);
  return { subdomain, address };
}

function describe({ record, state, url }: OrganizationAddress): string[] {
  if (record === null) return [`${url}\t${state === "main" ? "main" : "leads there"}`];
  return [
    `${url}\tunproven`,
    `  needs the record\t${record.name} ${record.type} "${record.value}"`,
  ];
}
