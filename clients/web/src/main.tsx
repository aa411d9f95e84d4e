import "./styles/index.css";
import { computed, effect } from "@preact/signals";
import { render } from "preact";

import { Drafts } from "./actions/drafts.ts";
import { ReadMarker } from "./actions/mark-read.ts";
import { Outbox } from "./actions/outbox.ts";
import { PresenceReporter } from "./actions/presence.ts";
import { TypingNotifier } from "./actions/typing.ts";
import { type Client, startClient } from "./live/client.ts";
import { t } from "./texts/texts.ts";
import { App } from "./views/shell/app.tsx";
import { applyLook, lookOf, rememberedLook, rememberLook } from "./views/shell/look.ts";
import { DeskContext } from "./views/use-client.ts";

const root = document.querySelector("#root") ?? document.body;

async function show(client: Client): Promise<void> {
  const settings = computed(() => client.state.value.settings);
  await applyLook(lookOf(settings.peek()));
  const desk = {
    client,
    outbox: new Outbox(client),
    drafts: new Drafts(client),
    reads: new ReadMarker(client),
    typing: new TypingNotifier(client),
  };
  new PresenceReporter(client).start();
  effect(() => {
    const look = lookOf(settings.value);
    rememberLook(look);
    void applyLook(look);
  });
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

const remembered = rememberedLook();
if (remembered !== null) void applyLook(remembered);
void startClient((client) => void show(client), sayTrouble);
