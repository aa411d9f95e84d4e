import type { Secret } from "@team-chat/config";
import type { OAuthProviderName } from "@team-chat/contract";

import { BigBlueButton } from "./big-blue-button.ts";
import type { CallVariables } from "./call-fields.ts";
import type { ConstructorGroups } from "./constructor-groups.ts";
import type { NextcloudTalk } from "./nextcloud-talk.ts";
import type { KeptToken, OAuthProvider } from "./oauth-provider.ts";
import { SignedTexts } from "./signed-texts.ts";
import { ZoomAccount } from "./zoom.ts";

/** The providers of calls that the installation knows; null for those it does not. */
export interface Calls {
  readonly jitsiUrl: string | null;
  readonly bigBlueButton: BigBlueButton | null;
  readonly nextcloudTalk: NextcloudTalk | null;
  readonly constructorGroups: ConstructorGroups | null;
  /** Our own account at Zoom. With it users need not agree there, and `oauth.zoom` is null. */
  readonly zoomAccount: ZoomAccount | null;
  readonly oauth: Readonly<Record<OAuthProviderName, OAuthProvider | null>>;
  readonly texts: SignedTexts;
  /** Tokens that this process is having replaced, by whose they are. */
  readonly renewals: Map<string, Promise<KeptToken>>;
}

interface CallsSettings {
  readonly variables: CallVariables;
  readonly identityKey: Secret;
  /** Of the root organization, to which providers send browsers back. */
  readonly rootUrl: string;
}

/** Reads the settings of calls from the configuration. */
export function createCalls({ identityKey, rootUrl, variables }: CallsSettings): Calls {
  return {
    jitsiUrl: variables.JITSI_SERVER_URL === "none" ? null : variables.JITSI_SERVER_URL,
    bigBlueButton: bigBlueButtonOf(variables),
    nextcloudTalk: nextcloudTalkOf(variables),
    constructorGroups: constructorGroupsOf(variables),
    zoomAccount: zoomAccountOf(variables),
    oauth: { zoom: zoomOf(variables, rootUrl), webex: webexOf(variables, rootUrl) },
    texts: new SignedTexts(identityKey),
    renewals: new Map(),
  };
}

function bigBlueButtonOf({
  BIG_BLUE_BUTTON_SECRET: secret,
  BIG_BLUE_BUTTON_URL: url,
}: CallVariables): BigBlueButton | null {
  return url === undefined || secret === undefined ? null : new BigBlueButton({ url, secret });
}

function nextcloudTalkOf({
  NEXTCLOUD_SERVER: url,
  NEXTCLOUD_TALK_PASSWORD: password,
  NEXTCLOUD_TALK_USERNAME: userName,
}: CallVariables): NextcloudTalk | null {
  if (url === undefined || userName === undefined || password === undefined) return null;
  return { url, userName, password };
}

function constructorGroupsOf({
  CONSTRUCTOR_GROUPS_ACCESS_KEY: accessKey,
  CONSTRUCTOR_GROUPS_SECRET_KEY: secretKey,
  CONSTRUCTOR_GROUPS_URL: url,
}: CallVariables): ConstructorGroups | null {
  if (url === undefined || accessKey === undefined || secretKey === undefined) return null;
  return { url, accessKey, secretKey };
}

function zoomAccountOf(variables: CallVariables): ZoomAccount | null {
  const {
    VIDEO_ZOOM_CLIENT_ID: clientId,
    VIDEO_ZOOM_CLIENT_SECRET: clientSecret,
    VIDEO_ZOOM_SERVER_TO_SERVER_ACCOUNT_ID: accountId,
  } = variables;
  if (clientId === undefined || clientSecret === undefined || accountId === undefined) return null;
  const apiUrl = variables.VIDEO_ZOOM_API_URL;
  const tokenUrl = `${variables.VIDEO_ZOOM_OAUTH_URL}/oauth/token`;
  return new ZoomAccount({ apiUrl, tokenUrl, clientId, clientSecret, accountId });
}

function zoomOf(variables: CallVariables, rootUrl: string): OAuthProvider | null {
  const {
    VIDEO_ZOOM_CLIENT_ID: clientId,
    VIDEO_ZOOM_CLIENT_SECRET: clientSecret,
    VIDEO_ZOOM_OAUTH_URL: url,
    VIDEO_ZOOM_SERVER_TO_SERVER_ACCOUNT_ID: accountId,
  } = variables;
  if (clientId === undefined || clientSecret === undefined || accountId !== undefined) return null;
  return {
    title: "Zoom",
    apiUrl: variables.VIDEO_ZOOM_API_URL,
    authorizeUrl: `${url}/oauth/authorize`,
    tokenUrl: `${url}/oauth/token`,
    clientId,
    clientSecret,
    scope: null,
    isKnownBy: "header",
    redirectUrl: `${rootUrl}/calls/zoom/complete`,
  };
}

function webexOf(variables: CallVariables, rootUrl: string): OAuthProvider | null {
  const {
    VIDEO_WEBEX_API_URL: url,
    VIDEO_WEBEX_CLIENT_ID: clientId,
    VIDEO_WEBEX_CLIENT_SECRET: clientSecret,
  } = variables;
  if (clientId === undefined || clientSecret === undefined) return null;
  return {
    title: "Webex",
    apiUrl: url,
    authorizeUrl: `${url}/authorize`,
    tokenUrl: `${url}/access_token`,
    clientId,
    clientSecret,
    // Only with all of `spark` are there meetings that belong to a room.
    scope: "meeting:schedules_read meeting:schedules_write spark:all",
    isKnownBy: "body",
    redirectUrl: `${rootUrl}/calls/webex/complete`,
  };
}
