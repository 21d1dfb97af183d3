// Apart from the rules that forms check in the browser, which has no such crypto.
import { checksumBase62 } from "#core/crypto";

/** Checks form and checksum, not whether the key is valid. */
export function isKeyToken(token: string): boolean {
  if (!/^ct_(live|test)_[0-9A-Za-z]{38}$/.test(token)) return false;
  return checksumBase62(token.slice(0, -6)) === token.slice(-6);
}
