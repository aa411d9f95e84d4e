import { once } from "node:events";
import { connect, type Socket } from "node:net";

import type { Measurement } from "../bench.ts";
import { collectGarbage } from "../load/collect-garbage.ts";
import { inParallel } from "../load/in-parallel.ts";

const room = "fan-out@conference.localhost";
const joinAtOnce = 16;
/** Bytes around a message's text on its way to an occupant. */
const stanzaBytes = 400;
const answerTimeoutMs = 60_000;

/** An occupant's raw connection; it looks for texts in what comes, and parses nothing. */
class Occupant implements Disposable {
  readonly #socket: Socket;
  #heard = "";
  #awaited: { readonly text: string; readonly resolve: (at: number) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => this.#hear(text));
    socket.on("error", () => socket.destroy());
  }

  /** Logs in without a name and enters the room. */
  static async join(port: number, nickname: string): Promise<Occupant> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const occupant = new Occupant(socket);
    const opening =
      "<stream:stream to='localhost' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>";
    await occupant.ask(opening, "</stream:features>");
    const sasl = "urn:ietf:params:xml:ns:xmpp-sasl";
    await occupant.ask(`<auth xmlns='${sasl}' mechanism='ANONYMOUS'/>`, "<success");
    await occupant.ask(opening, "</stream:features>");
    const bind = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>";
    await occupant.ask(`<iq type='set' id='bind'>${bind}</iq>`, "</iq>");
    const muc = "<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>";
    await occupant.ask(`<presence to='${room}/${nickname}'>${muc}</presence>`, "<subject");
    return occupant;
  }

  /** Writes, and resolves when the expected text has come. */
  async ask(text: string, expected: string): Promise<void> {
    const answer = this.hear(expected);
    this.#socket.write(text);
    await answer;
  }

  say(text: string): void {
    this.#socket.write(text);
  }

  /** Waits for the text and returns the time of its last byte. @throws Error when it does not come */
  hear(text: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no ${text} came, but ${this.#heard.slice(-500)}`)),
        answerTimeoutMs,
      );
      this.#heard = "";
      this.#awaited = {
        text,
        resolve: (at) => {
          clearTimeout(timer);
          resolve(at);
        },
      };
    });
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #hear(text: string): void {
    if (this.#awaited === undefined) return;
    this.#heard += text;
    if (!this.#heard.includes(this.#awaited.text)) return;
    const { resolve } = this.#awaited;
    this.#awaited = undefined;
    resolve(performance.now());
  }
}

/** A room of the peer whose occupants all listen. */
export class ChatRoom implements Disposable {
  readonly #occupants: readonly Occupant[];
  #messages = 0;

  private constructor(occupants: readonly Occupant[]) {
    this.#occupants = occupants;
  }

  static async open(port: number, occupants: number): Promise<ChatRoom> {
    const join = (index: number) => Occupant.join(port, `member-${index}`);
    const first = await join(0);
    const rest = { count: occupants - 1, concurrency: joinAtOnce };
    return new ChatRoom([first, ...(await inParallel(rest, (index) => join(index + 1)))]);
  }

  /**
   * Sends a message whose stanza has about as many bytes as an answer to a poll; until the last occupant has all of it.
   */
  async deliver(bytes: number): Promise<Measurement> {
    this.#messages += 1;
    const id = `message-${this.#messages}`;
    const body = "x".repeat(Math.max(bytes - stanzaBytes, 0));
    const heard = this.#occupants.map((occupant) => occupant.hear("</message>"));
    collectGarbage();
    const sentAt = performance.now();
    const message = `<message to='${room}' type='groupchat' id='${id}'><body>${body}</body></message>`;
    this.#occupants[0]?.say(message);
    const latenciesMs = (await Promise.all(heard)).map((at) => at - sentAt);
    return { value: Math.max(...latenciesMs), latenciesMs };
  }

  [Symbol.dispose](): void {
    for (const occupant of this.#occupants) occupant[Symbol.dispose]();
  }
}
