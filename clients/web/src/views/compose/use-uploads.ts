import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";

import { Refusal } from "../../api/call.ts";
import type * as uploading from "../../api/upload.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";

/** A file that is being uploaded, or that could not be. */
export interface Upload {
  readonly key: string;
  readonly name: string;
  /** Share that has been sent, from 0 to 1. */
  readonly share: number;
  /** Why it was not uploaded; empty while it is under way. */
  readonly problem: string;
  readonly stop: () => void;
}

interface Uploads {
  readonly uploads: readonly Upload[];
  readonly add: (files: Iterable<File>) => void;
}

const mebibyte = 1024 * 1024;

/** Uploads files, and has a link to each put into the text when it is there. */
export function useUploads(onDone: (link: string) => void): Uploads {
  const { client } = useAppContext();
  const uploads = useMemo(() => signal<readonly Upload[]>([]), []);
  const change = (key: string, with_: Partial<Upload>) => {
    uploads.value = uploads.peek().map((one) => (one.key === key ? { ...one, ...with_ } : one));
  };
  const drop = (key: string) => {
    uploads.value = uploads.peek().filter((one) => one.key !== key);
  };
  const add = (files: Iterable<File>) => {
    const limit = client.state.peek().organization.maxUploadMib;
    for (const file of files) {
      const key = crypto.randomUUID();
      const control = new AbortController();
      const stop = () => {
        control.abort();
        drop(key);
      };
      const { name } = file;
      const isTooLarge = file.size > limit * mebibyte;
      const problem = isTooLarge ? t("upload.tooLarge", { name, limit }) : "";
      uploads.value = [...uploads.peek(), { key, name, share: 0, problem, stop }];
      if (isTooLarge) continue;
      const onProgress = (share: number) => {
        change(key, { share });
      };
      const upload = loadUpload().then((load) =>
        load(file, { onProgress, signal: control.signal }),
      );
      upload.then(
        (url) => {
          drop(key);
          onDone(`[${name.replaceAll(/[[\]]/g, "")}](${url})`);
        },
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          const reason = error.code === "OFFLINE" ? t("reason.offline") : error.message;
          change(key, { problem: t("upload.failed", { name, reason }) });
        },
      );
    }
  };
  return { uploads: uploads.value, add };
}

/** Loads what uploads files when the first is chosen. @throws Refusal */
async function loadUpload(): Promise<typeof uploading.upload> {
  try {
    return (await import("../../api/upload.ts")).upload;
  } catch {
    throw new Refusal("OFFLINE", "");
  }
}
