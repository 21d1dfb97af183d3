// Schemas of forms of modules.
export { LinkTerms, NewLinkTerms } from "./links/screens/link-terms";
