import { useSignal } from "@preact/signals";

import { changeAtOnce } from "../../actions/change-at-once.ts";
import { call } from "../../api/call.ts";
import { deleteOwnAvatar, updateSettings, uploadOwnAvatar } from "../../api/page-operations.ts";
import { sendFile } from "../../api/send-file.ts";
import type { Client } from "../../live/client.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice, Field, Form } from "../forms/field.tsx";
import { PictureField } from "../forms/picture-field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Avatar } from "../shell/avatar.tsx";
import { OwnProfileFields } from "./own-profile-fields.tsx";

/** What others see of oneself. */
export function ProfileSection() {
  const { me, organization, people } = useAppContext().client.state.value;
  const person = people.get(me);
  if (person === undefined) return null;
  const isFixed = !person.is_admin;
  return (
    <>
      <Picture isFixed={isFixed && organization.areAvatarsFixed} />
      <Name name={person.full_name} isFixed={isFixed && organization.areNamesFixed} />
      <TimeZone timeZone={person.timezone} />
      <OwnProfileFields person={person} />
      <p>
        <a href={`#user/${String(me)}`}>{t("profile.seeIt")}</a>
      </p>
    </>
  );
}

function Picture({ isFixed }: { readonly isFixed: boolean }) {
  const { me } = useAppContext().client.state.value;
  return (
    <section class="person-head">
      <Avatar userId={me} />
      {isFixed ? (
        <p class="soft">{t("profile.pictureFixed")}</p>
      ) : (
        <PictureField
          onChoose={(file) => sendFile(uploadOwnAvatar, file)}
          onRemove={() => call(deleteOwnAvatar, {})}
        />
      )}
    </section>
  );
}

function Name({ isFixed, name }: { readonly isFixed: boolean; readonly name: string }) {
  const { client } = useAppContext();
  const text = useSignal(name);
  const attempt = useAttempt();
  if (isFixed)
    return (
      <p>
        {name} <span class="soft">{t("profile.nameFixed")}</span>
      </p>
    );
  return (
    <Form onSubmit={() => void attempt.run(() => rename(client, text.value.trim()))}>
      <Field
        label={t("profile.name")}
        value={text}
        autocomplete="name"
        maxLength={100}
        isRequired
      />
      <Problem text={attempt.problem.value} />
      {text.value.trim() !== name && (
        <p class="actions">
          <button class="button">{t("message.save")}</button>
        </p>
      )}
    </Form>
  );
}

async function rename(client: Client, full_name: string): Promise<void> {
  const { me, people } = client.state.peek();
  const person = (name: string) => ({ user_id: me, full_name: name });
  const event = { type: "realm_user", op: "update" } as const;
  const change = {
    now: { ...event, person: person(full_name) },
    back: { ...event, person: person(people.get(me)?.full_name ?? "") },
  };
  await changeAtOnce(client, change, () => call(updateSettings, { full_name }));
}

function TimeZone({ timeZone }: { readonly timeZone: string }) {
  const attempt = useAttempt();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all = [...new Set([timeZone, here, ...Intl.supportedValuesOf("timeZone")])];
  const set = (timezone: string) =>
    attempt.run(() => call(updateSettings, timezone === "" ? {} : { timezone }));
  return (
    <section>
      <Choice
        label={t("profile.timeZone")}
        value={timeZone}
        options={all.map((zone) => [zone, zone === "" ? t("profile.noTimeZone") : zone])}
        onChange={(zone) => void set(zone)}
      />
      {timeZone !== here && (
        <p class="actions">
          <button onClick={() => void set(here)}>{t("profile.useTimeZone", { zone: here })}</button>
        </p>
      )}
      <Problem text={attempt.problem.value} />
    </section>
  );
}
