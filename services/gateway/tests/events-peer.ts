import { randomUUID } from "node:crypto";

import type { IdentitySigner } from "@team-chat/identity";
import { connectNats } from "@team-chat/nats";
import {
  announceMember,
  type IncomingPoll,
  listenForPolls,
  type Member,
  type PollServer,
} from "@team-chat/rpc";
import { Inbox } from "@team-chat/testkit";

import { echoing } from "./echo.ts";
import { startListener } from "./listener.ts";

export interface EventsPeerOptions {
  readonly natsUrl: string;
  readonly key: string;
  readonly signer: IdentitySigner;
}

/** An events process: announces itself, takes polls over its link and requests over HTTP. */
export interface EventsPeer extends AsyncDisposable {
  readonly member: Member;
  readonly polls: Inbox<IncomingPoll>;
  readonly linkPort: number;
  /** Dies without a word: connections break, and it is heard no more. */
  kill(): Promise<void>;
}

export async function startEventsPeer(
  { key, natsUrl, signer }: EventsPeerOptions,
  linkPort = 0,
): Promise<EventsPeer> {
  const polls = new Inbox<IncomingPoll>();
  const id = randomUUID();
  const http = await startListener(echoing(`events ${id}`, signer));
  const link: PollServer = await listenForPolls({
    host: "127.0.0.1",
    port: linkPort,
    key,
    onPoll: (poll) => polls.put(poll),
  });
  const nats = await connectNats({ url: natsUrl, name: "events" });
  const linkUrl = `link://127.0.0.1:${link.port}`;
  const member = { id, httpUrl: http.url, linkUrl, sharesEvenly: true };
  const announced = announceMember(nats, member);
  const kill = async () => {
    await nats.close();
    await link.close();
    await http[Symbol.asyncDispose]();
  };
  return {
    member,
    polls,
    linkPort: link.port,
    kill,
    async [Symbol.asyncDispose]() {
      if (!nats.isClosed()) await announced[Symbol.asyncDispose]();
      await kill();
    },
  };
}
