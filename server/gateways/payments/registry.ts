// The payment providers: each is the folder of its name. Adding one is its folder and its two lines here.
import { stripeProvider } from "./stripe";
import { testProvider } from "./test";
import { transferProvider } from "./transfer";

/** Of two for one method, the first that takes a mode's money gets its new sessions. */
export const providers = {
  stripe: stripeProvider,
  transfer: transferProvider,
  test: testProvider,
};

/** Took the money of sessions whose provider is not recorded: there was no other then. */
export const formerProvider = "stripe" satisfies keyof typeof providers;
