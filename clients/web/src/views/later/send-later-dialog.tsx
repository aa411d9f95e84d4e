import { schedule, type Written } from "../../actions/schedule.ts";
import { call } from "../../api/call.ts";
import { deleteScheduledMessage } from "../../api/page-operations.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { keyOf } from "../../state/conversation.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { type AppContext, useAppContext } from "../app-context.ts";
import type { Compose } from "../compose/use-compose.ts";
import { narrowName } from "../conversation-name.ts";
import { useAttempt } from "../forms/use-attempt.ts";
import { Dialog } from "../shell/dialog.tsx";
import { TimeChoice } from "./time-choice.tsx";

/** Asks when what is written is to be sent; it stays in the box until the server has it. */
export function SendLaterDialog({ compose }: { readonly compose: Compose }) {
  const app = useAppContext();
  const attempt = useAttempt();
  const send = async (at: number) => {
    const written = { conversation: compose.where(), content: compose.text.peek(), at };
    const isAgain = attempt.problem.peek() !== "";
    let id = 0;
    const isKept = await attempt.submit(async () => {
      id = await schedule(written, isAgain);
    });
    if (!isKept) return;
    compose.write("");
    app.dialogs.close();
    app.notices.say(t("scheduled.kept", { when: momentOf(at) }), {
      undo: () => void takeBack(app, id, written),
    });
  };
  const to = narrowName(app.client.state.value, compose.where());
  return (
    <Dialog label={t("scheduled.send")} title={t("scheduled.send")}>
      <p class="soft">{to}</p>
      <TimeChoice
        label={t("scheduled.keep")}
        attempt={attempt}
        onChoose={(seconds) => void send(seconds)}
      />
    </Dialog>
  );
}

/** Gives a message that was to be sent later back to the box of its conversation, or to the drafts where none is open. */
async function takeBack(
  app: AppContext,
  id: number,
  { content, conversation }: Written,
): Promise<void> {
  const { client, drafts, notices } = app;
  try {
    await call(deleteScheduledMessage, { scheduled_message_id: id });
  } catch (error) {
    notices.refuse(error);
    return;
  }
  const route = client.route.peek();
  const isOpen = route.kind === "narrow" && narrowKey(route.narrow) === keyOf(conversation);
  if (isOpen) client.insertion.value = { narrow: conversation, text: content };
  else drafts.keep(conversation, content);
}
