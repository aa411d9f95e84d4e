import { lineAt } from "../source-files.ts";

/** A block of commands in docs/install.md that everybody runs. */
export interface InstallStep {
  /** Heading that it stands below, such as `3. Data`. */
  readonly title: string;
  /** 1-based line of its first command. */
  readonly line: number;
  readonly commands: string;
}

const headingOrCommands = /^(?<level>#{2,3}) (?<title>.+)$|^```sh\n(?<commands>[^]*?)^```$/gm;

/** Finds the commands below a heading of a page, in order; those of the kind `console` are only shown. */
export function installSteps(page: string, heading = "Steps"): InstallStep[] {
  const steps: InstallStep[] = [];
  let [chapter, title] = ["", ""];
  for (const match of page.matchAll(headingOrCommands)) {
    const { commands, level, title: next = "" } = match.groups ?? {};
    if (level === "##") chapter = next;
    if (level !== undefined) title = next;
    else if (chapter === heading && commands !== undefined)
      steps.push({ title, line: lineAt(page, match.index) + 1, commands });
  }
  return steps;
}
