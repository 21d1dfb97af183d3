// Resets of test accounts.
export { DeleteTestData, deleteTestDataOf } from "./delete-job";
export { resetTestAccount } from "./reset-test-account";
