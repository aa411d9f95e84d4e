import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { Secret } from "@team-chat/config";

import type { Config } from "../../src/index.ts";

interface Answer {
  readonly status: number;
  readonly body: object | string;
  readonly location?: string;
}

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly rawQuery: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** Failure of a fake provider, as long as it is set. */
export type Trouble =
  | "down"
  | "long"
  | "garbage"
  | "redirect"
  | "hangs up"
  | "free"
  | "no room"
  | null;

const refused: Answer = { status: 401, body: { message: "unauthorized", code: 124 } };
const sha256 = (given: string) => createHash("sha256").update(given).digest("hex");
const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** One server that speaks the protocols of all providers, checks what they check, and remembers what it was asked. */
export class CallProviders implements AsyncDisposable {
  trouble: Trouble = null;
  /** Last request by path. */
  readonly asked = new Map<string, unknown>();
  /** Number of tokens given. */
  tokens = 0;
  /** Seconds for which they are said to be good. */
  expiresIn = 3600;
  readonly #server: Server;
  readonly #valid = new Set<string>();
  readonly #refreshable = new Set<string>();
  readonly #codes = new Set<string>();
  readonly #created = new Map<string, number>();

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#read(request).then((asked) => {
        if (this.trouble === "hangs up") {
          response.destroy();
          return;
        }
        const { body, location, status } = this.#troubled() ?? this.#answer(asked);
        const headers = location === undefined ? {} : { location };
        response
          .writeHead(status, headers)
          .end(typeof body === "string" ? body : JSON.stringify(body));
      });
    });
  }

  static async start(): Promise<CallProviders> {
    const providers = new CallProviders();
    providers.#server.listen(0, "127.0.0.1");
    await once(providers.#server, "listening");
    return providers;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Of a service that knows all of them; Zoom by tokens of its users. */
  get config(): Partial<Config> {
    return {
      BIG_BLUE_BUTTON_URL: `${this.url}/bigbluebutton`,
      BIG_BLUE_BUTTON_SECRET: new Secret("bbb secret"),
      NEXTCLOUD_SERVER: `${this.url}/nextcloud`,
      NEXTCLOUD_TALK_USERNAME: "caller",
      NEXTCLOUD_TALK_PASSWORD: new Secret("nextcloud secret"),
      CONSTRUCTOR_GROUPS_URL: `${this.url}/xapi`,
      CONSTRUCTOR_GROUPS_ACCESS_KEY: new Secret("access"),
      CONSTRUCTOR_GROUPS_SECRET_KEY: new Secret("groups secret"),
      VIDEO_ZOOM_CLIENT_ID: "zoom client",
      VIDEO_ZOOM_CLIENT_SECRET: new Secret("zoom secret"),
      VIDEO_ZOOM_API_URL: `${this.url}/zoom`,
      VIDEO_ZOOM_OAUTH_URL: `${this.url}/zoom`,
      VIDEO_WEBEX_CLIENT_ID: "webex client",
      VIDEO_WEBEX_CLIENT_SECRET: new Secret("webex secret"),
      VIDEO_WEBEX_API_URL: `${this.url}/webex`,
    };
  }

  /** Ends all tokens; those who have one of the newer kind may ask for others. */
  revokeAccess(): void {
    this.#valid.clear();
  }

  /** Revokes everything, and lets nobody refresh. */
  revokeAll(): void {
    this.#valid.clear();
    this.#refreshable.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #read(request: IncomingMessage): Promise<Asked> {
    const [path = "", rawQuery = ""] = (request.url ?? "").split("?");
    const { headers } = request;
    return {
      path,
      rawQuery,
      query: new URLSearchParams(rawQuery),
      headers,
      text: await text(request),
    };
  }

  #troubled(): Answer | null {
    switch (this.trouble) {
      case "down":
        return { status: 503, body: "later" };
      case "long":
        return { status: 200, body: "x".repeat(70_000) };
      case "garbage":
        return { status: 200, body: "<html>" };
      case "redirect":
        return { status: 302, body: "", location: `${this.url}/elsewhere` };
      default:
        return null;
    }
  }

  #answer(asked: Asked): Answer {
    const { path } = asked;
    if (path.startsWith("/bigbluebutton/api/")) return this.#bigBlueButton(asked);
    if (path === "/nextcloud/ocs/v2.php/apps/spreed/api/v4/room") return this.#nextcloud(asked);
    if (path === "/xapi/room/default") return this.#constructorGroups(asked);
    if (path === "/zoom/oauth/token") return this.#zoomToken(asked);
    if (path === "/webex/access_token") return this.#webexToken(asked);
    if (path === "/zoom/oauth/authorize" || path === "/webex/authorize")
      return this.#authorize(asked);
    if (path.startsWith("/zoom/v2/users/")) return this.#zoomMeeting(asked);
    if (path.startsWith("/webex/")) return this.#webex(asked);
    return { status: 404, body: "nothing here" };
  }

  #bigBlueButton({ path, query, rawQuery }: Asked): Answer {
    const call = path.split("/").at(-1) ?? "";
    const [signed = "", checksum] = rawQuery.split("&checksum=");
    const answer = (...elements: string[]) => ({
      status: 200,
      body: `<response>${elements.join("")}</response>`,
    });
    if (sha256(`${call}${signed}bbb secret`) !== checksum)
      return answer("<returncode>FAILED</returncode><messageKey>checksumError</messageKey>");
    this.asked.set(path, Object.fromEntries(query));
    if (this.trouble === "no room")
      return answer("<returncode>FAILED</returncode><messageKey>idNotUnique</messageKey>");
    const id = query.get("meetingID") ?? "";
    const at = this.#created.get(id) ?? 1_700_000_000_000 + this.#created.size;
    this.#created.set(id, at);
    if (call === "join" && query.get("createTime") !== String(at)) return refused;
    return answer(`<returncode>SUCCESS</returncode><createTime>${at}</createTime><messageKey/>`);
  }

  #nextcloud({ headers, path, text: body }: Asked): Answer {
    if (headers.authorization !== basic("caller", "nextcloud secret")) return refused;
    if (headers["ocs-apirequest"] !== "true") return { status: 412, body: "no OCS request" };
    this.asked.set(path, JSON.parse(body));
    if (this.trouble === "no room") return { status: 200, body: { ocs: { data: {} } } };
    return { status: 201, body: { ocs: { data: { token: "room token" } } } };
  }

  #constructorGroups({ headers, path, text: body }: Asked): Answer {
    const bearer = `Bearer access|${sha256("access|groups secret")}`;
    if (headers.authorization !== bearer) return refused;
    this.asked.set(path, JSON.parse(body));
    return {
      status: 200,
      body: this.trouble === "no room" ? {} : { url: "https://groups.example/r" },
    };
  }

  /** As if the user of the browser had agreed. */
  #authorize({ path, query }: Asked): Answer {
    const provider = path.startsWith("/zoom") ? "zoom" : "webex";
    const back = `http://localhost:9991/calls/${provider}/complete`;
    if (query.get("client_id") !== `${provider} client` || query.get("redirect_uri") !== back)
      return refused;
    this.asked.set(path, Object.fromEntries(query));
    const code = `code ${this.#codes.size}`;
    this.#codes.add(code);
    const given = new URLSearchParams({ code, state: query.get("state") ?? "" });
    return { status: 302, body: "", location: `${back}?${given.toString()}` };
  }

  #zoomToken({ headers, text: body }: Asked): Answer {
    if (headers.authorization !== basic("zoom client", "zoom secret")) return refused;
    return this.#grant(new URLSearchParams(body), "http://localhost:9991/calls/zoom/complete");
  }

  #webexToken({ text: body }: Asked): Answer {
    const fields = new URLSearchParams(body);
    if (fields.get("client_id") !== "webex client") return refused;
    if (fields.get("client_secret") !== "webex secret") return refused;
    return this.#grant(fields, "http://localhost:9991/calls/webex/complete");
  }

  /** Codes and refresh tokens are good once (RFC 6749). */
  #grant(fields: URLSearchParams, back: string): Answer {
    const kind = fields.get("grant_type");
    const isGranted =
      (kind === "account_credentials" && fields.get("account_id") === "the account") ||
      (kind === "authorization_code" &&
        fields.get("redirect_uri") === back &&
        this.#codes.delete(fields.get("code") ?? "")) ||
      (kind === "refresh_token" && this.#refreshable.delete(fields.get("refresh_token") ?? ""));
    if (!isGranted) return { status: 400, body: { error: "invalid_grant" } };
    this.tokens += 1;
    const granted = {
      access_token: `access ${this.tokens}`,
      refresh_token: `refresh ${this.tokens}`,
    };
    this.#valid.add(granted.access_token);
    this.#refreshable.add(granted.refresh_token);
    return { status: 200, body: { ...granted, expires_in: this.expiresIn } };
  }

  #isValid({ headers }: Asked): boolean {
    return this.#valid.has(headers.authorization?.replace("Bearer ", "") ?? "");
  }

  #zoomMeeting(asked: Asked): Answer {
    if (!this.#isValid(asked)) return refused;
    const user = decodeURIComponent(asked.path.split("/")[4] ?? "");
    if (user.startsWith("nobody"))
      return { status: 404, body: { code: 1001, message: "no such user" } };
    if (this.trouble === "no room") return { status: 400, body: { code: 300 } };
    this.asked.set("zoom meeting", { user, ...(JSON.parse(asked.text) as object) });
    return { status: 201, body: { join_url: `https://zoom.example/${user}` } };
  }

  #webex(asked: Asked): Answer {
    if (!this.#isValid(asked)) return refused;
    this.asked.set(asked.path, JSON.parse(asked.text));
    if (this.trouble === "no room") return { status: 400, body: { message: "no" } };
    if (asked.path === "/webex/rooms")
      return this.trouble === "free"
        ? { status: 403, body: { message: "not for free" } }
        : { status: 200, body: { id: "the room" } };
    return { status: 200, body: { webLink: "https://webex.example/m" } };
  }
}
