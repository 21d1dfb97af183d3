export { advanceTestClock, getTestClock } from "./advance-clock";
export { TestClockResource, toTestClockResource } from "./resource";
export { AdvanceTestClock } from "./schema";
