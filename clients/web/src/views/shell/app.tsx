import type { Place } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { loadPageTexts, t } from "../../texts/texts.ts";
import { Inbox } from "../inbox/inbox.tsx";
import { useKeys } from "../keys/use-keys.ts";
import { MessagePane } from "../messages/message-pane.tsx";
import { Page } from "../pages/page.tsx";
import { Sidebar } from "../sidebar/sidebar.tsx";
import { useDesk } from "../use-client.ts";
import { ConnectionLine, DeviceLines, VersionLine } from "./connection-line.tsx";
import { DialogHost } from "./dialog-host.tsx";
import { Later } from "./later.tsx";
import { isNarrowScreen } from "./narrow-screen.ts";
import { Toast } from "./toast.tsx";
import { useRest } from "./use-rest.ts";
import { useTitle } from "./use-title.ts";

/** Shows the page, and above it what is open for a moment. */
export function App() {
  useTitle();
  useKeys();
  return (
    <>
      <Panes />
      <Toast />
      <DialogHost />
    </>
  );
}

/**
 * Shows the conversations beside the one that is open; on a phone one of the two. What is open is drawn first: with its
 * list it would be seen 20 ms later.
 */
function Panes() {
  const { client } = useDesk();
  const place = client.place.value;
  const isDrawn = useRest();
  if (place.kind === "home" && isNarrowScreen.value) return <Home />;
  return (
    <div class="app" data-place={place.kind}>
      <a class="skip" href="#main" onClick={skipToMain}>
        {t("app.skip")}
      </a>
      {isDrawn ? <Sidebar /> : <div class="sidebar" />}
      <main id="main" tabIndex={-1}>
        <ConnectionLine />
        <DeviceLines />
        <VersionLine />
        <Pane place={place} />
      </main>
    </div>
  );
}

/** Shows what the address says. */
function Pane({ place }: { readonly place: Place }) {
  const { isSpectator } = useDesk().client;
  if (place.kind === "inbox" || place.kind === "home")
    return isSpectator ? <Later load={loadWelcome} props={{}} /> : <Inbox />;
  if (place.kind === "unknown") return <NothingHere />;
  if (place.kind === "page") return <Page key={place.page} page={place.page} path={place.path} />;
  if (place.kind === "search")
    return <Later load={loadSearch} props={{ terms: place.terms, search: null, near: null }} />;
  const { holding, narrow, near } = place;
  if (narrow.kind === "search")
    return <Later load={loadSearch} props={{ terms: narrow.terms, search: narrow, near }} />;
  return <MessagePane key={narrowKey(narrow)} {...{ narrow, near, holding }} />;
}

async function loadSearch() {
  return (await import("../search/search-pane.tsx")).SearchPane;
}

async function loadWelcome() {
  const [{ Welcome }] = await Promise.all([import("../spectator/welcome.tsx"), loadPageTexts()]);
  return Welcome;
}

/** Shows the list of conversations alone. */
function Home() {
  return (
    <main class="app" data-place="home">
      <h1 class="sr-only">{t("sidebar.label")}</h1>
      <ConnectionLine />
      <DeviceLines />
      <VersionLine />
      <Sidebar />
    </main>
  );
}

/** Moves the focus without changing the address, which says where one is. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#main")?.focus();
}

function NothingHere() {
  return (
    <div class="blank">
      <p>{t("pane.unknownPlace")}</p>
      <a class="button" href="#inbox">
        {t("pane.toInbox")}
      </a>
    </div>
  );
}
