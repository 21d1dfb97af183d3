// Schemas of forms of modules.
export { EraseCustomer } from "#modules/privacy/schema";
export { LinkTerms, NewLinkTerms } from "./links/screens/link-terms";
