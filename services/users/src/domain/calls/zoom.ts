import type { Secret } from "@team-chat/config";
import { AppError } from "@team-chat/errors";
import { z } from "zod";

import { askProvider, isDone, jsonOf, jsonQuestion, type ProviderAnswer } from "./ask-provider.ts";
import { basic } from "./basic.ts";
import { noCall, wrongProviderCredentials } from "./refusals.ts";

const provider = "Zoom";
const granted = z.object({ access_token: z.string().min(1) });
const meeting = z.object({ join_url: z.string().min(1) });
const failure = z.object({ code: z.number() });
/** Codes of Zoom's API for an address that is no user's, and for a token that is not valid. */
const unknownUser = 1001;
const invalidToken = 124;
/** Tokens are good for an hour. */
const tokenMs = 56 * 60_000;

/**
 * Writes the request for a meeting at Zoom; a password that is part of the link lets people in without a waiting room.
 */
export function zoomMeeting(isVideoCall: boolean): object {
  const settings = { host_video: isVideoCall, participant_video: isVideoCall };
  return { settings, default_password: true };
}

/** Reads the address of the meeting that Zoom made. @throws BAD_REQUEST when it made none */
export function zoomUrlOf(answer: ProviderAnswer): string {
  const { data } = meeting.safeParse(isDone(answer) ? jsonOf(answer) : null);
  if (data === undefined) throw noCall(provider);
  return data.join_url;
}

interface ZoomApp {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly accountId: string;
}

/** The Zoom account of the installation, which makes calls for all of its users (server-to-server OAuth). */
export class ZoomAccount {
  readonly #app: ZoomApp;
  #token: { readonly text: string; readonly until: number } | null = null;

  constructor(app: ZoomApp) {
    this.#app = app;
  }

  /**
   * Makes a meeting of the Zoom user with this address, and returns where it is; `now` is in milliseconds since 1970.
   * @throws UNKNOWN_ZOOM_USER, BAD_REQUEST
   */
  async createMeeting(email: string, asked: object, now: number): Promise<string> {
    const token = await this.#accessToken(now);
    const url = `${this.#app.apiUrl}/v2/users/${encodeURIComponent(email)}/meetings`;
    const question = jsonQuestion(asked, { authorization: `Bearer ${token}` });
    const answer = await askProvider(url, question).catch((error: unknown) => {
      throw noCall(provider, error);
    });
    const code = isDone(answer) ? null : failure.safeParse(jsonOf(answer)).data?.code;
    if (code === unknownUser) throw new AppError("UNKNOWN_ZOOM_USER", "Unknown Zoom user email");
    if (code === invalidToken || answer.status === 401) this.#token = null;
    return zoomUrlOf(answer);
  }

  async #accessToken(now: number): Promise<string> {
    if (this.#token !== null && this.#token.until > now) return this.#token.text;
    const { accountId, clientId, clientSecret, tokenUrl } = this.#app;
    const answer = await askProvider(tokenUrl, {
      method: "POST",
      headers: { authorization: basic(clientId, clientSecret) },
      body: new URLSearchParams({ grant_type: "account_credentials", account_id: accountId }),
    }).catch((error: unknown) => {
      throw noCall(provider, error);
    });
    const { data } = granted.safeParse(isDone(answer) ? jsonOf(answer) : null);
    if (data === undefined) throw wrongProviderCredentials(provider);
    this.#token = { text: data.access_token, until: now + tokenMs };
    return data.access_token;
  }
}
