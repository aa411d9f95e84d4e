export { bundledPrograms, type Programs, sourcePrograms } from "./programs.ts";
