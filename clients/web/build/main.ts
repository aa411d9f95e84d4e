import { buildClient, builtSizes } from "./build.ts";

const isNew = await buildClient();
const { script, styles } = builtSizes();
process.stdout.write(
  `The web client ${isNew ? "was built" : "is current"}: ${script} bytes of script, ${styles} of styles.\n`,
);
