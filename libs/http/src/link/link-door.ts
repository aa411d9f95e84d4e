import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

import type { Mac, Pulse } from "@team-chat/frames";

import type { Dispatch } from "../dispatcher.ts";
import { LinkPeer, type TellVersion } from "./link-peer.ts";
import { linkPath, linkUpgrade } from "./protocol.ts";
import { linkPulse } from "./pulse.ts";

interface LinkDoorSettings {
  readonly mac: Mac;
  readonly dispatch: Dispatch;
  /** Answers questions for versions; without it they are asked as requests. */
  readonly tellVersion?: TellVersion | undefined;
  readonly pulse?: Pulse;
}

/** Accepts links on a service's HTTP port. */
export class LinkDoor {
  readonly #settings: LinkDoorSettings;
  readonly #peers = new Set<LinkPeer>();
  #stopping = false;

  constructor(settings: LinkDoorSettings) {
    this.#settings = settings;
  }

  /** Whether a request asks for its connection to become a link. */
  wants(req: IncomingMessage): boolean {
    return !this.#stopping && req.url === linkPath && req.headers.upgrade === linkUpgrade;
  }

  take(_req: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${linkUpgrade}\r\n\r\n`,
    );
    const { dispatch, mac, pulse = linkPulse, tellVersion } = this.#settings;
    const onClosed = (peer: LinkPeer) => this.#peers.delete(peer);
    this.#peers.add(new LinkPeer(socket, { dispatch, tellVersion, mac, pulse, onClosed }));
  }

  /** Has callers send no further requests, and ends each link when all that came before are answered. */
  stop(): void {
    this.#stopping = true;
    for (const peer of this.#peers) peer.stop();
  }

  /** Cuts all links. */
  close(): void {
    for (const peer of this.#peers) peer.close();
  }
}
