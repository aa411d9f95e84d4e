import { useSignal } from "@preact/signals";

import { changeChannel, changePrivacy, setArchived } from "../../actions/channels.ts";
import { call } from "../../api/call.ts";
import { updateChannel } from "../../api/page-operations.ts";
import { creatablePrivacies, mayAdminister, privacyOf } from "../../state/channels.ts";
import type { Channel } from "../../state/state.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Choice, Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { MessageHtml } from "../messages/message-html.tsx";
import { ChannelPermissions } from "./channel-permissions.tsx";
import { maxDescriptionLength, maxNameLength } from "./limits.ts";
import { privacyTexts } from "./privacy-texts.ts";

interface SectionProps {
  readonly channel: Channel;
}

/** What a channel is, and who may do what in it; to be changed by those who administer it. */
export function GeneralSection({ channel }: SectionProps) {
  const state = useAppContext().client.state.value;
  const isManager = mayAdminister(state, channel);
  const isOpen = isManager && !channel.is_archived;
  return (
    <>
      {channel.is_archived && <p class="soft">{t("compose.archived")}</p>}
      {isOpen ? <Description channel={channel} /> : <Described channel={channel} />}
      {isOpen && <Privacy channel={channel} />}
      {isOpen && <Folder channel={channel} />}
      <Facts channel={channel} isPrivacyShown={!isOpen} />
      <ChannelPermissions channel={channel} isManager={isOpen} />
      {isManager && <Archive key={channel.is_archived} channel={channel} />}
    </>
  );
}

function Described({ channel }: SectionProps) {
  if (channel.description === "") return <p class="soft">{t("channels.noDescription")}</p>;
  return <MessageHtml html={channel.rendered_description} />;
}

function Description({ channel }: SectionProps) {
  const name = useSignal(channel.name);
  const description = useSignal(channel.description);
  const attempt = useAttempt();
  const isRenamed = name.value.trim() !== channel.name;
  const isDescribed = description.value.trim() !== channel.description;
  const save = () => {
    const asked = {
      ...(isRenamed ? { new_name: name.value.trim() } : {}),
      ...(isDescribed ? { description: description.value.trim() } : {}),
    };
    void attempt.run(() => call(updateChannel, { stream_id: channel.stream_id, ...asked }));
  };
  return (
    <Form onSubmit={save}>
      <Field label={t("groups.name")} value={name} maxLength={maxNameLength} isRequired />
      <Field
        label={t("groups.description")}
        value={description}
        maxLength={maxDescriptionLength}
        isLong
      />
      <Problem text={attempt.problem.value} />
      {(isRenamed || isDescribed) && (
        <p class="actions">
          <button class="button">{t("message.save")}</button>
        </p>
      )}
    </Form>
  );
}

function Privacy({ channel }: SectionProps) {
  const { client } = useAppContext();
  const attempt = useAttempt();
  const current = privacyOf(channel);
  const offered = new Set([current, ...creatablePrivacies(client.state.value)]);
  return (
    <section>
      <Choice
        label={t("channels.privacy")}
        value={current}
        options={[...offered].map((one) => [one, t(privacyTexts[one])])}
        onChange={(privacy) => void attempt.run(() => changePrivacy(client, channel, privacy))}
      />
      <Problem text={attempt.problem.value} />
    </section>
  );
}

function Folder({ channel }: SectionProps) {
  const { client } = useAppContext();
  const attempt = useAttempt();
  const folders = client.state.value.folders.filter(({ is_archived: archived }) => !archived);
  if (folders.length === 0) return null;
  const move = (id: number) => {
    const folder_id = id === 0 ? null : id;
    const change = { shown: { folder_id }, asked: { folder_id } };
    void attempt.run(() => changeChannel(client, channel, change));
  };
  return (
    <section>
      <Choice
        label={t("channels.folder")}
        value={channel.folder_id ?? 0}
        options={[
          [0, t("channels.noFolder")],
          ...folders.map(({ id, name }) => [id, name] as const),
        ]}
        onChange={move}
      />
      <Problem text={attempt.problem.value} />
    </section>
  );
}

interface FactsProps extends SectionProps {
  /** False where a field above shows it. */
  readonly isPrivacyShown: boolean;
}

function Facts({ channel, isPrivacyShown }: FactsProps) {
  const { people } = useAppContext().client.state.value;
  const creator = channel.creator_id === null ? undefined : people.get(channel.creator_id);
  return (
    <dl class="facts">
      {isPrivacyShown && (
        <div>
          <dt>{t("channels.privacy")}</dt>
          <dd>{t(privacyTexts[privacyOf(channel)])}</dd>
        </div>
      )}
      <div>
        <dt>{t("channels.created")}</dt>
        <dd>{momentOf(channel.date_created)}</dd>
      </div>
      {creator !== undefined && (
        <div>
          <dt>{t("channels.creator")}</dt>
          <dd>
            <a href={`#user/${String(creator.user_id)}`}>{creator.full_name}</a>
          </dd>
        </div>
      )}
      <div>
        <dt>{t("channels.traffic")}</dt>
        <dd>{channel.stream_weekly_traffic ?? t("channels.tooYoung")}</dd>
      </div>
    </dl>
  );
}

/** Archives a channel, or takes it back; made anew when that is done, which may be heard before the answer. */
function Archive({ channel }: SectionProps) {
  const attempt = useAttempt();
  const set = (isArchived: boolean) => {
    void attempt.run(() => setArchived(channel.stream_id, isArchived));
  };
  return (
    <section>
      {channel.is_archived ? (
        <button
          onClick={() => {
            set(false);
          }}
        >
          {t("channels.takeBack")}
        </button>
      ) : (
        <ConfirmButton
          label={t("channels.archive")}
          question={t("channels.archiveQuestion")}
          onConfirm={() => {
            set(true);
          }}
        />
      )}
      <Problem text={attempt.problem.value} />
    </section>
  );
}
