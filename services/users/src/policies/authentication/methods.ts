import { providerKinds } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

type Kind = keyof typeof providerKinds | "remoteuser" | "saml";

interface Providing {
  readonly kind: Kind | "ldap";
}

interface Settings {
  readonly authentication_methods: Readonly<Record<string, boolean>>;
}

/** Method of those who log in with a password. */
const passwords = "Email";

/** Method of those who log in with name and password of the organization's directory. */
const directory = "LDAP";

/** Method of those who sign in with a provider that speaks SAML. */
const saml = "SAML";

/** Method of those for whom a reverse proxy vouches. */
const remoteUser = "RemoteUser";

interface Directed {
  readonly hasDirectory: boolean;
}

/** Names of the methods of identity providers, each with the name under which `GET /server_settings` has it. */
export const providerMethods: ReadonlyMap<string, string> = new Map(
  [...Object.values(providerKinds).map(({ method }) => method), saml, remoteUser].map((method) => [
    method,
    method.toLowerCase(),
  ]),
);

/** Returns the ways to log in that an organization has, and whether each is switched on: unless it says so, it is. */
export function methodsOf(
  { authentication_methods: stored }: Settings,
  providers: readonly Providing[],
): Readonly<Record<string, boolean>> {
  const names = new Set([passwords, ...providers.map(methodOf)]);
  return Object.fromEntries([...names].map((name) => [name, stored[name] ?? true]));
}

/** Lists those of the providers whose method the organization has not switched off. */
export function enabledProviders<P extends Providing>(
  settings: Settings,
  providers: readonly P[],
): readonly P[] {
  const methods = methodsOf(settings, providers);
  return providers.filter((provider) => methods[methodOf(provider)] === true);
}

/** Tells whether people log in with passwords. */
export function takesPasswords(settings: Settings): boolean {
  return methodsOf(settings, [])[passwords] === true;
}

/** Tells whether people log in with name and password of the organization's directory. */
export function takesDirectory(
  { authentication_methods: stored }: Settings,
  { hasDirectory }: Directed,
): boolean {
  return hasDirectory && (stored[directory] ?? true);
}

/** Checks that accounts have passwords of their own. @throws PASSWORD_AUTH_DISABLED */
export function checkPasswordsEnabled(settings: Settings): void {
  if (!takesPasswords(settings)) throw passwordsDisabled();
}

/** Checks that some password lets people in. @throws PASSWORD_AUTH_DISABLED */
export function checkAnyPasswordEnabled(settings: Settings, realm: Directed): void {
  if (!takesPasswords(settings) && !takesDirectory(settings, realm)) throw passwordsDisabled();
}

function passwordsDisabled(): AppError {
  return new AppError(
    "PASSWORD_AUTH_DISABLED",
    "Password authentication is disabled in this organization",
  );
}

/**
 * Returns the methods as they are stored, with those switched that are given.
 * @throws BAD_REQUEST when the organization does not have one of them, or nobody could log in any more
 */
export function switchedMethods(
  given: Readonly<Record<string, boolean>>,
  settings: Settings,
  providers: readonly Providing[],
): Readonly<Record<string, boolean>> {
  const present = methodsOf(settings, providers);
  for (const name of Object.keys(given))
    if (!Object.hasOwn(present, name))
      throw new AppError("BAD_REQUEST", `Invalid authentication method: ${name}`);
  const authentication_methods = { ...settings.authentication_methods, ...given };
  if (!Object.values(methodsOf({ authentication_methods }, providers)).includes(true))
    throw new AppError("BAD_REQUEST", "At least one authentication method must be enabled.");
  return authentication_methods;
}

function methodOf({ kind }: Providing): string {
  switch (kind) {
    case "ldap":
      return directory;
    case "remoteuser":
      return remoteUser;
    case "saml":
      return saml;
    default:
      return providerKinds[kind].method;
  }
}
