// Export and erasure of personal data: of people with a login, and of an account's customers.
export { exportCustomer } from "./customer-data";
export { eraseCustomer } from "./erase-customer";
export { erasePerson } from "./erase-person";
export { findAccountsOfCustomer } from "./find-customers";
export { exportPerson } from "./person-data";
export { plainJson } from "./plain-json";
export { CustomerInput, EraseCustomer, ErasePerson } from "./schema";
