export { channelPart, linkPart } from "./links.ts";
