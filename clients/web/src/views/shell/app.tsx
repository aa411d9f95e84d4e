import type { Route } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { loadPageTexts, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Inbox } from "../inbox/inbox.tsx";
import { useKeys } from "../keys/use-keys.ts";
import { MessagePane } from "../messages/message-pane.tsx";
import { Page } from "../pages/page.tsx";
import { Sidebar } from "../sidebar/sidebar.tsx";
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
  const { client } = useAppContext();
  const route = client.route.value;
  const isDrawn = useRest();
  if (route.kind === "home" && isNarrowScreen.value) return <Home />;
  return (
    <div class="app" data-route={route.kind}>
      <a class="skip" href="#main" onClick={skipToMain}>
        {t("app.skip")}
      </a>
      {isDrawn ? <Sidebar /> : <div class="sidebar" />}
      <main id="main" tabIndex={-1}>
        <ConnectionLine />
        <DeviceLines />
        <VersionLine />
        <Pane route={route} />
      </main>
    </div>
  );
}

/** Shows what the address says. */
function Pane({ route }: { readonly route: Route }) {
  const { isSpectator } = useAppContext().client;
  if (route.kind === "inbox" || route.kind === "home")
    return isSpectator ? <Later load={loadWelcome} props={{}} /> : <Inbox />;
  if (route.kind === "unknown") return <NothingHere />;
  if (route.kind === "page") return <Page key={route.page} page={route.page} path={route.path} />;
  if (route.kind === "search")
    return <Later load={loadSearch} props={{ terms: route.terms, search: null, near: null }} />;
  const { holding, narrow, near } = route;
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
    <main class="app" data-route="home">
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
