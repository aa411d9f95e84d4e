// Usage: node tools/bundle/src/main.ts <root of the repository> <folder to make>
import { makeBundles } from "./make-bundles.ts";

const [root = "", folder = ""] = process.argv.slice(2);
await makeBundles(root, folder);
