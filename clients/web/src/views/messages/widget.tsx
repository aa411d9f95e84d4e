import { call } from "../../api/call.ts";
import { addSubmessage } from "../../api/operations.ts";
import { namesOf } from "../../state/selectors.ts";
import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { MessageHtml } from "./message-html.tsx";
import { type Line, widgetOf } from "./widget-state.ts";

/** Shows a poll or a to-do list, in which everybody may vote or tick. */
export function Widget({ message }: { readonly message: LoadedMessage }) {
  const { client } = useAppContext();
  const { me, people } = client.state.value;
  const widget = widgetOf(message);
  if (widget === null) return <MessageHtml html={message.content} />;
  const { kind, lines, title } = widget;
  const press = ({ key, voters }: Line) => {
    const vote = { type: "vote", key, vote: voters.includes(me) ? -1 : 1 };
    const change = kind === "poll" ? vote : { type: "strike", key };
    void call(addSubmessage, {
      message_id: message.id,
      msg_type: "widget",
      content: JSON.stringify(change),
    });
  };
  return (
    <div class="content widget">
      <p>
        <strong>{title || t(kind === "poll" ? "poll.question" : "todo.title")}</strong>
      </p>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <button
              class={line.voters.includes(me) || line.isDone ? "vote own" : "vote"}
              aria-pressed={line.voters.includes(me) || line.isDone}
              onClick={() => {
                press(line);
              }}
            >
              {kind === "poll" ? (
                line.voters.length
              ) : (
                <span aria-hidden="true">{line.isDone ? "✓" : ""}</span>
              )}
            </button>
            <span class={line.isDone ? "done" : undefined}>{line.text}</span>
            {line.voters.length > 0 && (
              <span class="soft">{namesOf({ me: 0, people }, line.voters)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
