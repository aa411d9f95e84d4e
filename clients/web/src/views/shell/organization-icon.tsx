import { useAppContext } from "../app-context.ts";

/** Shows the picture that the organization uploaded, and nothing where it has none. */
export function OrganizationIcon() {
  const { iconUrl } = useAppContext().client.state.value.organization;
  return iconUrl.startsWith("/") ? <img class="organization-icon" src={iconUrl} alt="" /> : null;
}
