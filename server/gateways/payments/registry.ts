// The payment providers: each is the folder of its name. Adding one is its folder and one line here.
export { stripeProvider as stripe } from "./stripe";
export { testProvider as test } from "./test";
export { transferProvider as transfer } from "./transfer";
