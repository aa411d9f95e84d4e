import "./styles/index.css";
import { computed, effect } from "@preact/signals";
import { render } from "preact";

import { Drafts } from "./actions/drafts.ts";
import { Edits } from "./actions/edits.ts";
import { followMoves } from "./actions/follow-moves.ts";
import { ReadMarker } from "./actions/mark-read.ts";
import { Notices } from "./actions/notices.ts";
import { Outbox } from "./actions/outbox.ts";
import { Postponements } from "./actions/postponed.ts";
import { TypingNotifier } from "./actions/typing.ts";
import { type Client, startClient } from "./live/client.ts";
import { followLogOut } from "./live/log-out.ts";
import { whenIdle } from "./live/when-idle.ts";
import { areWanted } from "./notifications/wanted.ts";
import { t } from "./texts/texts.ts";
import { AppContextSource } from "./views/app-context.ts";
import { TypeAhead } from "./views/keys/type-ahead.ts";
import { Selection } from "./views/message-actions/selection.ts";
import { App } from "./views/shell/app.tsx";
import { Dialogs } from "./views/shell/dialogs.ts";
import { applyLook, lookOf, rememberedLook, rememberLook } from "./views/shell/look.ts";

const root = document.querySelector<HTMLElement>("#root") ?? document.body;

async function show(client: Client): Promise<void> {
  await applyLook(lookOf(client.state.peek().settings));
  const notices = new Notices();
  const drafts = new Drafts(client);
  const app = {
    client,
    notices,
    drafts,
    edits: new Edits(client, notices),
    outbox: new Outbox(client),
    reads: new ReadMarker(client),
    typing: new TypingNotifier(client),
    postponements: new Postponements(client, notices),
    dialogs: new Dialogs(notices),
    selection: new Selection(),
    searchKeys: new TypeAhead(),
  };
  followMoves(client, drafts);
  followLogOut();
  // In the place of the frame that the service worker has answered with, and before anything else is drawn.
  root.replaceChildren();
  root.inert = false;
  render(
    <AppContextSource.Provider value={app}>
      <App />
    </AppContextSource.Provider>,
    root,
  );
  // Soon, as the visit may be short.
  void import("./live/keep-state.ts").then(({ keepState }) => {
    keepState(client);
  });
  whenIdle(() => {
    followMore(client);
  });
}

/** Does behind what is seen what nobody waits for. */
function followMore(client: Client): void {
  const settings = computed(() => client.state.value.settings);
  effect(() => {
    const look = lookOf(settings.value);
    rememberLook(look);
    void applyLook(look);
  });
  if (!client.isSpectator)
    void import("./actions/presence.ts").then(({ PresenceReporter }) => {
      new PresenceReporter(client).start();
    });
  void import("./service-worker/start.ts").then(({ followVersions }) => followVersions(client));
  void import("./notifications/sounds.ts").then(({ followSounds }) => {
    followSounds(client);
  });
  if (areWanted() && !client.isSpectator)
    void import("./notifications/notify.ts").then(({ resume }) => resume(client));
}

function sayTrouble(): void {
  const line = document.createElement("p");
  line.className = "blank";
  line.role = "status";
  line.textContent = t("app.failed");
  root.replaceChildren(line);
  root.inert = false;
}

const remembered = rememberedLook();
if (remembered !== null) void applyLook(remembered);
void startClient((client) => void show(client), sayTrouble);
