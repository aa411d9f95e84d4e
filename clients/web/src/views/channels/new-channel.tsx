import { type Signal, useSignal } from "@preact/signals";

import { makeChannel } from "../../actions/channels.ts";
import { creatablePrivacies, type Privacy } from "../../state/channels.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice, Field, Form, Toggle } from "../forms/field.tsx";
import { PeopleChoice } from "../forms/people-choice.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import { channelPageAddress } from "./address.ts";
import { maxDescriptionLength, maxNameLength } from "./limits.ts";
import { privacyTexts } from "./privacy-texts.ts";

/** Makes a channel, for those who may. */
export function NewChannel() {
  const state = useAppContext().client.state.value;
  const privacies = creatablePrivacies(state);
  const [first] = privacies;
  return (
    <PageFrame title={t("channels.new")}>
      {first === undefined ? (
        <p class="soft">{t("channels.mayNotCreate")}</p>
      ) : (
        <NewChannelForm privacies={privacies} first={first} />
      )}
    </PageFrame>
  );
}

interface NewChannelFormProps {
  readonly privacies: readonly Privacy[];
  readonly first: Privacy;
}

function NewChannelForm({ first, privacies }: NewChannelFormProps) {
  const { me } = useAppContext().client.state.value;
  const name = useSignal("");
  const description = useSignal("");
  const privacy = useSignal(first);
  const isAnnounced = useSignal(true);
  const subscribers = useSignal<readonly number[]>([me]);
  const attempt = useAttempt();
  const create = async () => {
    const given = { name: name.value.trim(), description: description.value.trim() };
    const isPublic = privacy.value === "public";
    const channel = { ...given, privacy: privacy.value, subscribers: subscribers.value };
    const id = await makeChannel({ ...channel, isAnnounced: isPublic && isAnnounced.value });
    location.hash = channelPageAddress({ stream_id: id, name: given.name }, "subscribers");
  };
  return (
    <Form onSubmit={() => void attempt.submit(create)}>
      <Field label={t("groups.name")} value={name} maxLength={maxNameLength} isRequired />
      <Field
        label={t("groups.description")}
        value={description}
        maxLength={maxDescriptionLength}
        isLong
      />
      <Readers privacies={privacies} privacy={privacy} isAnnounced={isAnnounced} />
      <PeopleChoice
        label={t("channels.addPerson")}
        ids={subscribers.value}
        onChange={(ids) => {
          subscribers.value = ids;
        }}
      />
      <Problem text={attempt.problem.value} />
      <p class="actions">
        <button class="button">{t("channels.create")}</button>
        <a href="#channels/subscribed">{t("message.cancel")}</a>
      </p>
    </Form>
  );
}

interface ReadersProps {
  readonly privacies: readonly Privacy[];
  readonly privacy: Signal<Privacy>;
  readonly isAnnounced: Signal<boolean>;
}

function Readers({ isAnnounced, privacies, privacy }: ReadersProps) {
  return (
    <>
      <Choice
        label={t("channels.privacy")}
        value={privacy.value}
        options={privacies.map((one) => [one, t(privacyTexts[one])])}
        onChange={(chosen) => {
          privacy.value = chosen;
        }}
      />
      {privacy.value === "public" && (
        <Toggle
          label={t("channels.announce")}
          isOn={isAnnounced.value}
          onChange={(isOn) => {
            isAnnounced.value = isOn;
          }}
        />
      )}
    </>
  );
}
