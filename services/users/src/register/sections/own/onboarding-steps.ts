import { registerSection } from "../../registration/registration.ts";

const fields = { onboarding_steps: [], navigation_tour_video_url: null };

/** Steps of an introduction; there are none. */
export const onboardingSteps = registerSection({
  name: "onboarding_steps",
  render: fields,
  spectator: fields,
});
