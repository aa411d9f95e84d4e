import "./pages.css";
import type { ComponentChildren } from "preact";

import { Back } from "../shell/back.tsx";

interface PageFrameProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Frames a page as conversations are: a head that stays, and what can be scrolled. */
export function PageFrame({ beside, children, title }: PageFrameProps) {
  return (
    <>
      <header class="pane-head">
        <Back />
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {beside}
      </header>
      <div class="scroll page" tabIndex={-1}>
        <div class="page-body">{children}</div>
      </div>
    </>
  );
}
