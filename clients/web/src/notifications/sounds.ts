import type { Client } from "../live/client.ts";
import { isNotable } from "../state/notable.ts";
import type { LoadedMessage } from "../state/state.ts";
import { doOnce, isLookedAt, tellLooks } from "./looked-at.ts";

/** A tone of a sound. */
interface Tone {
  /** In hertz. */
  readonly frequency: number;
  /** Seconds from the beginning of the sound. */
  readonly at: number;
}

/** Sounds by their names in `notification_sound`; any other name is silent. */
const sounds: Readonly<Record<string, readonly Tone[]>> = {
  zulip: [
    { frequency: 660, at: 0 },
    { frequency: 880, at: 0.12 },
  ],
  ding: [{ frequency: 1047, at: 0 }],
  chime: [
    { frequency: 523, at: 0 },
    { frequency: 659, at: 0.15 },
    { frequency: 784, at: 0.3 },
  ],
};

const volume = 0.15;
const toneSeconds = 0.5;
/** What an exponential fade may end with, which nobody hears. */
const silence = 0.0001;

let context: AudioContext | undefined;

/** Plays a sound of those that people choose from; nothing where the browser allows none before a first press. */
export function play(name: unknown): void {
  const tones = sounds[String(name)] ?? [];
  if (tones.length === 0) return;
  context ??= new AudioContext();
  void context.resume();
  for (const tone of tones) playTone(context, tone);
}

function playTone(audio: AudioContext, { at, frequency }: Tone): void {
  const begin = audio.currentTime + at;
  const end = begin + toneSeconds;
  const source = new OscillatorNode(audio, { type: "sine", frequency });
  const gain = new GainNode(audio, { gain: volume });
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(silence, end);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(end);
}

/**
 * Has messages heard that arrive while nobody looks at the client in any tab; in one tab, and several that arrive
 * together once.
 */
export function followSounds(client: Client): void {
  tellLooks();
  client.onEvent((event) => {
    if (event.type !== "message") return;
    const state = client.state.peek();
    const message: LoadedMessage = { ...event.message, flags: [...event.flags] };
    if (isNotable(state, message, "sound")) void hear(state.settings["notification_sound"]);
  });
}

async function hear(name: unknown): Promise<void> {
  // A tab in which nothing was pressed yet may play nothing, and would only keep others from it.
  if (!navigator.userActivation.hasBeenActive || (await isLookedAt())) return;
  await doOnce("sound", () => {
    play(name);
  });
}
