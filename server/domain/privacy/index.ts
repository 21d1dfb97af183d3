// Export and erasure of personal data: of people with a login, and of an account's customers.
export { exportCustomer, findAccountsOfCustomer } from "./customer-data";
export { eraseCustomer } from "./erase-customer";
export { erasePerson } from "./erase-person";
export { exportPerson } from "./person-data";
export { CustomerInput } from "./schema";
