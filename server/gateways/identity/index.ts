// Identity providers that people may log in with.

export { probeIssuer } from "./probe-issuer";
