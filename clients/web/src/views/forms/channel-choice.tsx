import { allChannels } from "../../state/channels.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice } from "./field.tsx";

interface ChannelChoiceProps {
  readonly label: string;
  /** Null for none. */
  readonly value: number | null;
  /** Stands for none among the channels. */
  readonly none: string;
  readonly onChange: (channelId: number | null) => void;
  /** Channels that cannot be chosen. */
  readonly without?: readonly number[];
}

/** No channel has it. */
const noId = 0;

/** Chooses one of all channels that one knows of; archived ones are marked. */
export function ChannelChoice(props: ChannelChoiceProps) {
  const { label, none, onChange, value, without = [] } = props;
  const channels = allChannels(useAppContext().client.state.value).filter(
    ({ stream_id: id }) => !without.includes(id),
  );
  return (
    <Choice
      label={label}
      value={value ?? noId}
      options={[
        [noId, none],
        ...channels.map(({ is_archived: isArchived, name, stream_id: id }) => {
          const shown = isArchived ? t("channel.archived", { name }) : `#${name}`;
          return [id, shown] as const;
        }),
      ]}
      onChange={(id) => {
        onChange(id === noId ? null : id);
      }}
    />
  );
}
