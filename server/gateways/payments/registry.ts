// Each payment provider is the folder of its name. A new one needs its folder and two lines here.
import { stripeProvider } from "./stripe";
import { testProvider } from "./test";
import { transferProvider } from "./transfer";

/**
 * If two providers have the same method, the first one configured for a mode takes new sessions.
 */
export const providers = {
  stripe: stripeProvider,
  transfer: transferProvider,
  test: testProvider,
};

/** The only provider before providers were recorded. */
export const formerProvider = "stripe" satisfies keyof typeof providers;
