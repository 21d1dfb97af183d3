// Each adapter is the folder of its name. A new one needs its folder and two lines here.
import { isometricAdapter } from "./isometric";
import { manualAdapter } from "./manual";
import { sandboxAdapter } from "./sandbox";

export const adapters = {
  manual: manualAdapter,
  isometric: isometricAdapter,
  sandbox: sandboxAdapter,
};
