import { channel } from "./operators/channel.ts";
import { channels } from "./operators/channels.ts";
import type { Operator } from "./operators/clause.ts";
import { dmIncluding, groupWith } from "./operators/dm-including.ts";
import { dm } from "./operators/dm.ts";
import { has } from "./operators/has.ts";
import { id } from "./operators/id.ts";
import { inView } from "./operators/in.ts";
import { is } from "./operators/is.ts";
import { near } from "./operators/near.ts";
import { search } from "./operators/search.ts";
import { sender } from "./operators/sender.ts";
import { topic } from "./operators/topic.ts";

/** All operators by name (docs/behaviour/narrows.md#operators); `with` is replaced before (`expand-with.ts`). */
export const operators: ReadonlyMap<string, Operator> = new Map([
  ["channel", channel],
  ["stream", channel],
  ["channels", channels],
  ["streams", channels],
  ["topic", topic],
  ["dm", dm],
  ["pm-with", dm],
  ["pm_with", dm],
  ["dm-including", dmIncluding],
  ["group-pm-with", groupWith],
  ["group_pm_with", groupWith],
  ["sender", sender],
  ["id", id],
  ["near", near],
  ["has", has],
  ["is", is],
  ["in", inView],
  ["search", search],
]);
