import "./later.css";
import type { ComponentChildren } from "preact";

import { t } from "../../texts/texts.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import { Tabs } from "../pages/tabs.tsx";

const tabs = [
  ["drafts", "drafts.title"],
  ["scheduled", "scheduled.title"],
  ["reminders", "reminders.title"],
  ["snippets", "snippets.title"],
] as const;

interface LaterFrameProps {
  readonly current: (typeof tabs)[number][0];
  readonly children: ComponentChildren;
}

/** Frames the pages of what was written and not sent yet. */
export function LaterFrame({ children, current }: LaterFrameProps) {
  return (
    <PageFrame title={t("later.title")}>
      <Tabs
        label={t("later.title")}
        current={current}
        tabs={tabs.map(([name, text]) => [name, t(text), `#${name}`])}
      />
      {children}
    </PageFrame>
  );
}
