// Judges and hashes a password that a person chose, outside a transaction.
import { hashPassword } from "#core/passwords";
import { judgePassword } from "./judge-password";

/** @throws invalid `password` */
export function hashNewPassword(password: string, ownWords: readonly string[]): Promise<string> {
  judgePassword(password, ownWords);
  return hashPassword(password);
}
