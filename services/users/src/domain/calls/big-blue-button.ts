import { createHash } from "node:crypto";

import type { Secret } from "@team-chat/config";
import { AppError } from "@team-chat/errors";

import { askProvider, isDone, ProviderSilent } from "./ask-provider.ts";
import { noConnection } from "./refusals.ts";

const provider = "BigBlueButton";

export interface Meeting {
  readonly id: string;
  readonly name: string;
  readonly camerasLocked: boolean;
}

export interface Attendee {
  readonly fullName: string;
  readonly isModerator: boolean;
  readonly isGuest: boolean;
}

/** A BigBlueButton server of version 2.4 or newer (docs.bigbluebutton.org, API reference). */
export class BigBlueButton {
  readonly #url: string;
  readonly #secret: Secret;

  constructor({ url, secret }: { readonly url: string; readonly secret: Secret }) {
    this.#url = url;
    this.#secret = secret;
  }

  /**
   * Begins the meeting unless it runs, and returns where the attendee enters it. That address is good for this run of
   * the meeting only.
   * @throws BAD_REQUEST when the server does not do it
   */
  async join(meeting: Meeting, attendee: Attendee): Promise<string> {
    const createTime = await this.#create(meeting);
    return this.#signed("join", {
      meetingID: meeting.id,
      role: attendee.isModerator ? "MODERATOR" : "VIEWER",
      fullName: attendee.fullName,
      guest: String(attendee.isGuest),
      createTime,
    });
  }

  async #create({ camerasLocked, id, name }: Meeting): Promise<string> {
    const asked = { meetingID: id, name, lockSettingsDisableCam: String(camerasLocked) };
    const answer = await this.#ask(this.#signed("create", asked));
    if (elementOf(answer, "messageKey") === "checksumError")
      throw new AppError("BAD_REQUEST", `Error authenticating to the ${provider} server`);
    const status = elementOf(answer, "returncode");
    const createTime = elementOf(answer, "createTime");
    if (status === "SUCCESS" && createTime !== null) return createTime;
    throw new AppError(
      "BAD_REQUEST",
      `${provider} server returned an unexpected error: ${status ?? "no status"}`,
    );
  }

  async #ask(url: string): Promise<string> {
    try {
      const answer = await askProvider(url);
      if (!isDone(answer)) throw new ProviderSilent(`HTTP ${answer.status}`);
      return answer.text;
    } catch (error) {
      throw error instanceof ProviderSilent ? noConnection(provider, error) : error;
    }
  }

  /** Signs a call of the API, whose checksum is that of its name, its query as it is sent, and the secret. */
  #signed(call: string, params: Readonly<Record<string, string>>): string {
    const query = Object.entries(params)
      .map(([name, value]) => `${name}=${percentEncoded(value)}`)
      .join("&");
    const checksum = createHash("sha256")
      .update(call + query + this.#secret.reveal())
      .digest("hex");
    return `${this.#url}/api/${call}?${query}&checksum=${checksum}`;
  }
}

/** Encodes also what URLs encode on their own later, which would not fit the checksum any more. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()!*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns the text of an element of the server's answer, which is flat; null when there is none. */
function elementOf(xml: string, name: string): string | null {
  return new RegExp(`<${name}>(?<text>[^<]*)</${name}>`).exec(xml)?.groups?.["text"] ?? null;
}
