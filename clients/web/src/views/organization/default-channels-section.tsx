import { call } from "../../api/call.ts";
import {
  addDefaultChannel,
  listChannels,
  removeDefaultChannel,
} from "../../api/page-operations.ts";
import { openChannels } from "../../state/channels.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { channelPageAddress } from "../channels/address.ts";
import { ChannelSign } from "../channels/channel-sign.tsx";
import { Choice } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { RemoveButton } from "../forms/remove-button.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";
import type { SectionProps } from "./organization-page.tsx";

/** The channels that new people begin with. */
export function DefaultChannelsSection({ isAdmin }: SectionProps) {
  const loaded = useLoaded(list, ({ type }) => type === "default_streams");
  return (
    <>
      <p class="soft">{t("organization.defaultsHint")}</p>
      <Loading of={loaded}>{(ids) => <Defaults ids={ids} isAdmin={isAdmin} />}</Loading>
    </>
  );
}

interface DefaultsProps {
  readonly ids: readonly number[];
  readonly isAdmin: boolean;
}

function Defaults({ ids, isAdmin }: DefaultsProps) {
  const state = useAppContext().client.state.value;
  const attempt = useAttempt();
  const all = openChannels(state).filter((channel) => !channel.invite_only);
  const others = all.filter(({ stream_id: id }) => !ids.includes(id));
  const change = (operation: typeof addDefaultChannel | typeof removeDefaultChannel, id: number) =>
    void attempt.run(() => call(operation, { stream_id: id }));
  return (
    <section>
      <Problem text={attempt.problem.value} />
      <ul class="entries">
        {all
          .filter((channel) => !others.includes(channel))
          .map((channel) => (
            <li key={channel.stream_id}>
              <a class="row" href={channelPageAddress(channel, "general")}>
                <ChannelSign channel={channel} />
                <span class="name">{channel.name}</span>
                <span class="soft more">{channel.description}</span>
              </a>
              {isAdmin && (
                <RemoveButton
                  name={channel.name}
                  onClick={() => {
                    change(removeDefaultChannel, channel.stream_id);
                  }}
                />
              )}
            </li>
          ))}
      </ul>
      {isAdmin && (
        <Choice
          label={t("organization.addDefault")}
          value={0}
          options={[
            [0, t("groups.choose")],
            ...others.map(({ name, stream_id: id }) => [id, `#${name}`] as const),
          ]}
          onChange={(id) => {
            if (id !== 0) change(addDefaultChannel, id);
          }}
        />
      )}
    </section>
  );
}

async function list(): Promise<readonly number[]> {
  const asked = { include_default: true, include_public: false, include_subscribed: false };
  const { streams } = await call(listChannels, { ...asked, include_all: true });
  return streams.filter((one) => one.is_default === true).map(({ stream_id: id }) => id);
}
