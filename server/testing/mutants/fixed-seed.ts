// Fixes the seed of property tests for each mutant, and turns off shrinking.
import fc from "fast-check";

fc.configureGlobal({ seed: 20261122, endOnFailure: true });
