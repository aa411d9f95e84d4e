import { createHash } from "node:crypto";

/** The day on which all recorded exchanges took place: noon of 1 January 2026, UTC. */
const shownSecond = 1_767_268_800;

/** First characters of every API key that is shown by them. */
const shownBeginning = "kX7b";

/** Every secret that requests to others are signed with, which is base64 instead of letters and digits alone. */
const shownSecret = `whsec_${Buffer.alloc(32, "example ").toString("base64")}`;

const hour = 3_600;
/** Whoever schedules something does so for days ahead at most. */
const span = 60 * 24 * hour;

/** Longer runs of letters and digits are keys and tokens, or names, which have no digits. */
const token = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}/g;
/** Names in addresses have no capital letters, so that a key is known there also when it has no digit by chance. */
const addressToken = /(?<=[/#.=])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{16,}/g;
/** Fields that hold nothing but keys and tokens, of which one in some hundreds has no digit. */
const secretFields = new Set(["api_key", "auth", "key", "p256dh", "token", "verifier"]);
const run = /[\w-]{16,}/g;
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** The folder that uploads are spread over stands between the organization's id and the secret part. */
const uploadFolder = /(\d+)\/[\w-]{2}\/(?=[\w-]{16,}\/)/g;

/**
 * Replaces what is another in every run, or is nobody's business: times, hosts, keys and tokens. The same value is
 * replaced in the same way wherever it stands.
 */
export class Neutral {
  readonly #started: number;
  readonly #port: number;
  readonly #tokens = new Map<string, string>();

  /** @param started when the run began, in ms */
  constructor(started: number, port: number) {
    this.#started = Math.floor(started / 1000);
    this.#port = port;
  }

  /** A JSON value, of the field of this name if it is one, with everything in it replaced. */
  value(value: unknown, field = ""): unknown {
    if (field === "beginning") return shownBeginning;
    if (field === "secret") return shownSecret;
    if (typeof value === "string")
      return this.text(secretFields.has(field) ? this.#replace(value, run) : value);
    if (typeof value === "number") return this.#number(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item, field));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [this.text(name), this.value(part, name)]),
    );
  }

  text(text: string): string {
    const plain = text
      .replaceAll(
        new RegExp(`http://([a-z.]*)localhost:${this.#port}`, "g"),
        "https://$1example.com",
      )
      .replaceAll(new RegExp(`localhost((:|%3A)${this.#port})?`, "g"), "example.com")
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://hooks.example.com")
      .replaceAll(new RegExp(`${dayOf(this.#started)}(T\\d\\d:\\d\\d)?`, "g"), (_, time) =>
        time === undefined ? dayOf(shownSecond) : `${dayOf(shownSecond)}T12:00`,
      )
      .replaceAll(uploadFolder, "$1/ab/")
      .replaceAll(/(?<!\w)\d{10}(?!\w)/g, (digits) => String(this.#number(Number(digits))))
      .replaceAll(uuid, (found) => this.#token(found, "uuid"));
    return this.#replace(this.#replace(plain, addressToken), token);
  }

  #replace(text: string, tokens: RegExp): string {
    return text.replaceAll(tokens, (found) => this.#token(found, "text"));
  }

  #number(value: number): number {
    if (isNear(value, this.#started)) return shownSecond + hours(value - this.#started);
    if (isNear(value / 1000, this.#started))
      return (shownSecond + hours(value / 1000 - this.#started)) * 1000;
    return value;
  }

  #token(found: string, kind: "uuid" | "text"): string {
    const known = this.#tokens.get(found);
    if (known !== undefined) return known;
    const digest = createHash("sha256").update(`example ${this.#tokens.size}`).digest("hex");
    const made =
      kind === "uuid"
        ? `00000000-0000-4000-8000-${digest.slice(0, 12)}`
        : digest.slice(0, Math.min(found.length, 32));
    this.#tokens.set(found, made);
    this.#tokens.set(made, made);
    return made;
  }
}

function dayOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}

function isNear(second: number, started: number): boolean {
  return Math.abs(second - started) < span;
}

function hours(seconds: number): number {
  return Math.round(seconds / hour) * hour;
}
