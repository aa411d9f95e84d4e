export { PictureScaler } from "./picture-scaler.ts";
export { maxPicturePixels, type ScaleOutcome, type ScaledSize } from "./scale-task.ts";
