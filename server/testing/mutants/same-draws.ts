// Before each file of a mutant's run: properties draw the same values each time, and don't shrink.
import fc from "fast-check";

fc.configureGlobal({ seed: 20261122, endOnFailure: true });
