import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { getSignIn, updateSignIn } from "@team-chat/contract";
import { prettifyError, type z, ZodError } from "zod";

import type { OperatorClient } from "../operator-client.ts";
import { onlySubdomain, UsageError } from "../usage.ts";

/** `sign-in`: changes how people sign in to an organization; returns all of it. */
export async function signIn(operator: OperatorClient, args: readonly string[]): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      on: { type: "string", multiple: true, default: [] },
      off: { type: "string", multiple: true, default: [] },
      providers: { type: "string" },
    },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("sign-in", positionals);
  const { id: organizationId } = await operator.find(subdomain);
  const switched = [
    ...values.on.map((name) => [name, true] as const),
    ...values.off.map((name) => [name, false] as const),
  ];
  const given = await readProviders(values.providers);
  if (switched.length > 0 || given !== undefined) {
    const input = {
      authentication_methods: Object.fromEntries(switched),
      identity_providers: given,
    };
    await operator.call(updateSignIn, { organizationId, input });
  }
  const { authentication_methods: methods, identity_providers: providers } = await operator.call(
    getSignIn,
    { organizationId, input: {} },
  );
  return [
    `People log in to the organization '${subdomain}' with:`,
    ...Object.entries(methods).map(([name, isOn]) => `  ${name}\t${isOn ? "on" : "off"}`),
    ...providers.map(({ id, issuer, name }) => `  provider ${id}\t${name}\t${String(issuer)}`),
  ];
}

type Providers = z.input<typeof updateSignIn.input>["identity_providers"];

/** Reads the list from a file; undefined when it is not to change. @throws UsageError when it is no list of them */
async function readProviders(file: string | undefined): Promise<Providers> {
  if (file === undefined) return undefined;
  try {
    return updateSignIn.input.shape.identity_providers.parse(
      JSON.parse(await readFile(file, "utf8")),
    );
  } catch (error) {
    const why = error instanceof ZodError ? prettifyError(error) : String(error);
    throw new UsageError(`--providers: ${why}`);
  }
}
