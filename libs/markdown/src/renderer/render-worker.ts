// What runs in the threads of `render-thread.ts`.
import { parentPort } from "node:worker_threads";

import { AppError } from "@team-chat/errors";
import { threadProcessorUs } from "@team-chat/work";

import { renderHeavy } from "../render-markdown.ts";
import { contextOf } from "./answers.ts";
import type { RenderTask, ThreadAnswer } from "./render-thread.ts";

function answer({ content, answers, ...limits }: RenderTask): ThreadAnswer {
  const beganUs = threadProcessorUs();
  const spentMs = () => (threadProcessorUs() - beganUs) / 1000;
  try {
    const rendered = renderHeavy(content, contextOf(answers), limits);
    return { rendered, spentMs: spentMs() };
  } catch (error) {
    return error instanceof AppError ? { rendered: null, spentMs: spentMs() } : { error };
  }
}

function say(message: ThreadAnswer | "ready"): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads of one process have no origins
  parentPort?.postMessage(message);
}

parentPort?.on("message", (task: RenderTask) => {
  say(answer(task));
});
say("ready");
