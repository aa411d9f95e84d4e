import "./styles/index.css";
import { render } from "preact";

import { Drafts } from "./actions/drafts.ts";
import { ReadMarker } from "./actions/mark-read.ts";
import { Outbox } from "./actions/outbox.ts";
import { PresenceReporter } from "./actions/presence.ts";
import { TypingNotifier } from "./actions/typing.ts";
import { type Client, startClient } from "./live/client.ts";
import { t } from "./texts/texts.ts";
import { App } from "./views/shell/app.tsx";
import { DeskContext } from "./views/use-client.ts";

const root = document.querySelector("#root") ?? document.body;

function show(client: Client): void {
  const desk = {
    client,
    outbox: new Outbox(client),
    drafts: new Drafts(client),
    reads: new ReadMarker(client),
    typing: new TypingNotifier(client),
  };
  new PresenceReporter(client).start();
  root.replaceChildren();
  render(
    <DeskContext.Provider value={desk}>
      <App />
    </DeskContext.Provider>,
    root,
  );
}

function sayTrouble(): void {
  const line = document.createElement("p");
  line.className = "blank";
  line.role = "status";
  line.textContent = t("app.failed");
  root.replaceChildren(line);
}

void startClient(show, sayTrouble);
