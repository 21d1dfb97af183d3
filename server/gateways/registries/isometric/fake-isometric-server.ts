// Runs the fake Isometric in a process of its own, for tests of the whole product.
import { startFakeIsometric } from "./fake-isometric";

const { settings, url } = await startFakeIsometric();
process.stdout.write(`${JSON.stringify({ ...settings, origin: url })}\n`);
