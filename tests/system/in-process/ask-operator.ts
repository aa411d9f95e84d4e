import type { Product } from "./product.ts";

const operatorKey = "operator-".padEnd(40, "k");

/** Variables of an installation that has an operator, whose key is `test`. */
export const operatorEnvironment = {
  OPERATOR_PORT: "0",
  OPERATOR_KEYS: JSON.stringify([{ name: "test", key: operatorKey, scope: "secrets" }]),
};

interface Asked {
  /** Behind the address of the organization. */
  readonly path: string;
  readonly method: string;
  readonly body: object;
}

/** Asks as the operator of the installation about the organization of the root domain. */
export async function askOperator(
  product: Product,
  { body, method, path }: Asked,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await product.database.query<{ id: string }>(
    "select realm_id as id from users.realm where subdomain = ''",
  );
  const { operatorPort } = product.usersService;
  const organization = `operator/v1/organizations/${rows[0]?.id ?? ""}`;
  const answer = await fetch(`http://127.0.0.1:${String(operatorPort)}/${organization}${path}`, {
    method,
    headers: { Authorization: `Bearer ${operatorKey}` },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}
