// Encryption of the secrets that the database stores.
export { rotateMasterKey } from "#core/data-key";
export {
  encryptNewInstallation,
  encryptSecrets,
  getSecretsStatus,
  type SecretsStatus,
} from "./encrypt-secrets";
