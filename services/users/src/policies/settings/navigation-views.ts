import { builtInViews } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

const builtIn: ReadonlySet<string> = new Set(builtInViews);

/**
 * Custom views have a name, built-in ones have none (docs/behaviour/organization.md#navigation-views).
 * @throws BAD_REQUEST
 */
export function checkViewName(fragment: string, name: string | null): void {
  if (builtIn.has(fragment)) {
    if (name !== null)
      throw new AppError("BAD_REQUEST", "Built-in views cannot have a custom name.");
  } else if (name === null) {
    throw new AppError("BAD_REQUEST", "Custom views must have a valid name.");
  }
}

/** Returns a view that its owner asked for. @throws NOT_FOUND when it is null */
export function existingView<T>(view: T | null): T {
  if (view === null) throw new AppError("NOT_FOUND", "Navigation view does not exist.");
  return view;
}
