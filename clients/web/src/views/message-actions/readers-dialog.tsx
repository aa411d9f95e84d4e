import { call } from "../../api/call.ts";
import { getReadReceipts } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Avatar } from "../shell/avatar.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";

/** Shows who has read a message, of those who let others see it. */
export function ReadersDialog({ messageId }: { readonly messageId: number }) {
  const { people } = useAppContext().client.state.value;
  const readers = useLoaded(async () => {
    const { user_ids: ids } = await call(getReadReceipts, { message_id: messageId });
    return ids;
  });
  const { compare } = new Intl.Collator();
  const named = (ids: readonly number[]) =>
    ids
      .map((id) => ({ id, name: people.get(id)?.full_name ?? "?" }))
      .toSorted((a, b) => compare(a.name, b.name));
  return (
    <Dialog label={t("message.readers")} title={t("message.readers")}>
      <Loading of={readers}>
        {(ids) =>
          ids.length === 0 ? (
            <p class="soft">{t("readers.none")}</p>
          ) : (
            <ul class="people">
              {named(ids).map(({ id, name }) => (
                <li key={id} class="row">
                  <Avatar userId={id} />
                  <span class="name">{name}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </Dialog>
  );
}
