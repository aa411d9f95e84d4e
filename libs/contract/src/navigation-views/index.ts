import { addNavigationView } from "./add-navigation-view.ts";
import { deleteNavigationView } from "./delete-navigation-view.ts";
import { listNavigationViews } from "./list-navigation-views.ts";
import { updateNavigationView } from "./update-navigation-view.ts";

export { builtInViews, type NavigationView } from "./navigation-view.ts";
export { addNavigationView, deleteNavigationView, listNavigationViews, updateNavigationView };

export const navigationViewsOperations = [
  listNavigationViews,
  addNavigationView,
  updateNavigationView,
  deleteNavigationView,
] as const;
