export { recordedFolder, readExamples } from "./read-examples.ts";
