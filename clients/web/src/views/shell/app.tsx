import { narrowKey } from "../../narrow/narrow.ts";
import { t } from "../../texts/texts.ts";
import { Inbox } from "../inbox/inbox.tsx";
import { MessagePane } from "../messages/message-pane.tsx";
import { Page } from "../pages/page.tsx";
import { Sidebar } from "../sidebar/sidebar.tsx";
import { useDesk } from "../use-client.ts";
import { ConnectionLine } from "./connection-line.tsx";
import { isNarrowScreen } from "./narrow-screen.ts";
import { useTitle } from "./use-title.ts";

/** Shows the conversations beside the one that is open; on a phone one of the two. */
export function App() {
  const { client } = useDesk();
  const place = client.place.value;
  useTitle();
  if (place.kind === "home" && isNarrowScreen.value) return <Home />;
  return (
    <div class="app" data-place={place.kind}>
      <a class="skip" href="#main" onClick={skipToMain}>
        {t("app.skip")}
      </a>
      <Sidebar />
      <main id="main" tabIndex={-1}>
        <ConnectionLine />
        {place.kind === "narrow" && (
          <MessagePane key={narrowKey(place.narrow)} narrow={place.narrow} near={place.near} />
        )}
        {(place.kind === "inbox" || place.kind === "home") && <Inbox />}
        {place.kind === "page" && <Page key={place.page} page={place.page} path={place.path} />}
        {place.kind === "unknown" && <NothingHere />}
      </main>
    </div>
  );
}

/** Shows the list of conversations alone. */
function Home() {
  return (
    <main class="app" data-place="home">
      <h1 class="sr-only">{t("sidebar.label")}</h1>
      <ConnectionLine />
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
