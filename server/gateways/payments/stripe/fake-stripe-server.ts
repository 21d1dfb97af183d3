// Runs the fake Stripe in a process of its own, for tests of the whole product.
import { startFakeStripe } from "./fake-stripe";

const { settings } = await startFakeStripe();
process.stdout.write(`${JSON.stringify(settings)}\n`);
