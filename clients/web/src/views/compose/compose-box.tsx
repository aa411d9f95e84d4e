import type { Room } from "../../state/conversation.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { openComposeMenu } from "../later/open.tsx";
import { Icon } from "../shell/icon.tsx";
import { LogInLink } from "../shell/log-in-link.tsx";
import { whyNot } from "./may-write.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { TopicField } from "./topic-field.tsx";
import { TypingLine } from "./typing-line.tsx";
import { UploadList } from "./upload-list.tsx";
import { type Compose, useCompose } from "./use-compose.ts";
import { useInsertion } from "./use-insertion.ts";
import { useSuggestions } from "./use-suggestions.ts";
import { useUploads } from "./use-uploads.ts";
import { WriteArea } from "./write-area.tsx";

const listId = "suggestions";

/** The box to write in: a message to the conversation that is open, or to a topic of the channel that is. */
export function ComposeBox({ narrow }: { readonly narrow: Room }) {
  const { client } = useAppContext();
  if (client.isSpectator)
    return (
      <p class="compose">
        <LogInLink text={t("spectator.write")} />
      </p>
    );
  const refusal = whyNot(narrow, client.state.value);
  if (refusal !== "") return <p class="compose soft">{refusal}</p>;
  return <OpenComposeBox narrow={narrow} />;
}

function OpenComposeBox({ narrow }: { readonly narrow: Room }) {
  const compose = useCompose(narrow);
  useInsertion(narrow, compose);
  const suggestions = useSuggestions(compose.replace);
  const { add, uploads } = useUploads(compose.addLine);
  const excess = compose.excess.value;
  return (
    <form
      class="compose"
      onSubmit={(event) => {
        event.preventDefault();
        compose.send();
      }}
      onDragOver={(event) => {
        event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer?.files ?? []);
      }}
    >
      <TypingLine narrow={narrow} />
      <SuggestionList
        id={listId}
        items={suggestions.items}
        chosen={suggestions.chosen}
        onPick={suggestions.pick}
      />
      <UploadList uploads={uploads} />
      {narrow.kind === "channel" && (
        <TopicField channelId={narrow.channelId} topic={compose.topic} />
      )}
      <div class="write">
        <AttachButton compose={compose} onFiles={add} />
        <WriteArea {...{ narrow, compose, suggestions, listId }} onFiles={add} />
        <MoreButton compose={compose} />
        <SendButton isReady={compose.text.value.trim() !== "" && excess <= 0} />
      </div>
      {excess > 0 && (
        <p class="problem" role="alert">
          {t("compose.tooLong", { n: excess })}
        </p>
      )}
    </form>
  );
}

function SendButton({ isReady }: { readonly isReady: boolean }) {
  return (
    <button class="send" aria-label={t("compose.send")} disabled={!isReady}>
      <Icon name="send" />
    </button>
  );
}

function MoreButton({ compose }: { readonly compose: Compose }) {
  const app = useAppContext();
  return (
    <button
      type="button"
      class="attach"
      aria-haspopup="menu"
      aria-label={t("compose.more")}
      title={t("compose.more")}
      onClick={(event) => {
        // Whatever the menu leads to gives the focus back to where it was.
        compose.area.current?.focus();
        openComposeMenu(app, compose, event.currentTarget.getBoundingClientRect());
      }}
    >
      <Icon name="clock" />
    </button>
  );
}

interface AttachButtonProps {
  readonly compose: Compose;
  readonly onFiles: (files: Iterable<File>) => void;
}

function AttachButton({ compose, onFiles }: AttachButtonProps) {
  return (
    <label class="attach" title={t("compose.attach")}>
      <Icon name="attach" />
      <input
        class="sr-only"
        type="file"
        multiple
        aria-label={t("compose.attach")}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
          // Whoever chose a file goes on writing.
          compose.area.current?.focus();
        }}
      />
    </label>
  );
}
