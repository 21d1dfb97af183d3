// Runs the fake Stripe in a process of its own, for tests of the whole product.
import { onParentEnd } from "#parent";
import { startFakeStripe } from "#testing/fake-stripe/server";

onParentEnd(() => process.exit(1));

const { settings } = await startFakeStripe();
process.stdout.write(`${JSON.stringify(settings)}\n`);
