import type { Secret } from "@team-chat/config";
import { createTargetGuard } from "@team-chat/target-guard";

import type { InstallationProvider } from "../../values/provider-settings.ts";
import type { RemoteUser } from "../../values/remote-user-settings.ts";
import type { InstallationSamlProvider } from "../../values/saml-settings.ts";
import { SignedTexts } from "../calls/signed-texts.ts";
import { Directories } from "../directory/directories.ts";
import { OpenIdConnect } from "./openid-connect.ts";
import { Saml, type SamlKeys } from "./saml/saml.ts";

/** The identity providers of the installation, and what signing in with them needs. */
export interface SignIns {
  readonly providers: readonly InstallationProvider[];
  readonly samlProviders: readonly InstallationSamlProvider[];
  /** Null when no reverse proxy vouches for people. */
  readonly remoteUser: RemoteUser | null;
  readonly openIdConnect: OpenIdConnect;
  readonly saml: Saml;
  /** Seals what a browser carries from the beginning of a sign-in to its end, so that any process can finish it. */
  readonly texts: SignedTexts;
  /** Asks organizations' directories. */
  readonly directories: Directories;
}

interface SignInSettings {
  readonly providers: readonly InstallationProvider[];
  readonly samlProviders: readonly InstallationSamlProvider[];
  readonly remoteUser: RemoteUser | null;
  readonly samlKeys: SamlKeys;
  readonly identityKey: Secret;
  /** Networks that directories may be in although they are not public. */
  readonly directoryNetworks: readonly string[];
  readonly now: () => number;
}

/** Opens nothing: providers are asked when somebody signs in. */
export function createSignIns({
  directoryNetworks,
  identityKey,
  now,
  ...given
}: SignInSettings): SignIns {
  const { providers, remoteUser, samlKeys, samlProviders } = given;
  return {
    providers,
    samlProviders,
    remoteUser,
    openIdConnect: new OpenIdConnect(now),
    saml: new Saml(samlKeys),
    texts: new SignedTexts(identityKey),
    directories: new Directories(createTargetGuard(directoryNetworks)),
  };
}
