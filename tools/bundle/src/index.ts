export { bundledPrograms, ownBundle, type Programs, sourcePrograms } from "./programs.ts";
