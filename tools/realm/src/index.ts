export { demo } from "./commands/demo.ts";
export { type Config, configSchema } from "./config.ts";
export { type DemoOrganization, demoOrganizations, demoPassword } from "./demo/organizations.ts";
export { run } from "./run.ts";
