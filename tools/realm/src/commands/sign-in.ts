import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { getSignIn, updateSignIn } from "@team-chat/contract";
import { prettifyError, type z, ZodError } from "zod";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { syncLine } from "../sync-line.ts";
import { onlySubdomain, UsageError } from "../usage.ts";

/** `sign-in`: changes how people sign in to an organization; returns all of it. */
export async function signIn(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      on: { type: "string", multiple: true, default: [] },
      off: { type: "string", multiple: true, default: [] },
      providers: { type: "string" },
      saml: { type: "string" },
      directory: { type: "string" },
      "no-directory": { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("sign-in", positionals);
  const { id: organizationId } = await operator.find(subdomain);
  const switched = [
    ...values.on.map((name) => [name, true] as const),
    ...values.off.map((name) => [name, false] as const),
  ];
  const forms = updateSignIn.input.shape;
  const given = {
    identity_providers: await readPart("providers", values.providers, forms.identity_providers),
    saml_providers: await readPart("saml", values.saml, forms.saml_providers),
    directory: values["no-directory"]
      ? null
      : await readPart("directory", values.directory, forms.directory),
  };
  if (switched.length > 0 || Object.values(given).some((part) => part !== undefined)) {
    const input = { authentication_methods: Object.fromEntries(switched), ...given };
    await operator.call(updateSignIn, { organizationId, input });
  }
  const present = await operator.call(getSignIn, { organizationId, input: {} });
  const providers = [...present.identity_providers, ...present.saml_providers];
  const lines = [
    `People log in to the organization '${subdomain}' with:`,
    ...Object.entries(present.authentication_methods).map(
      ([name, isOn]) => `  ${name}\t${isOn ? "on" : "off"}`,
    ),
    ...(present.directory === null ? [] : [`  directory\t${present.directory.url}`]),
    ...(present.directory_sync === null ? [] : [`  ${syncLine(present.directory_sync)}`]),
    ...providers.map(({ id, issuer, name }) => `  provider ${id}\t${name}\t${String(issuer)}`),
  ];
  return { lines, json: present };
}

/** Reads what an option names from a file; undefined when it is not to change. @throws UsageError when it is none */
async function readPart<Form extends z.ZodType>(
  option: string,
  file: string | undefined,
  form: Form,
): Promise<z.output<Form> | undefined> {
  if (file === undefined) return undefined;
  try {
    return form.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    const why = error instanceof ZodError ? prettifyError(error) : String(error);
    throw new UsageError(`--${option}: ${why}`);
  }
}
