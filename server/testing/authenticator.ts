// A software authenticator: creates passkeys and signs with them, including invalid signatures.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { sha256 } from "#core/crypto";
import type { AddPasskey, PasskeyLogin } from "#domain/people";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

interface Given {
  challenge: string;
  origin?: string;
  rpID?: string;
  /** True if the person unlocked the authenticator. */
  isVerified?: boolean;
  counter?: number;
}

function clientData(type: string, { challenge, origin = "http://localhost:3000" }: Given): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(given: Given, credential = Buffer.alloc(0)): Buffer {
  const { rpID = "localhost", isVerified = true, counter = 0 } = given;
  const flags =
    USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpID), Buffer.from([flags]), count, credential]);
}

export class TestAuthenticator {
  readonly #id = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  get id(): string {
    return base64url(this.#id);
  }

  /** The key in COSE's form: EC2, ES256, P-256, x, y. */
  #coseKey(): Uint8Array {
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    const entries: [number, number | Uint8Array][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, "base64url"))],
      [-3, Uint8Array.from(Buffer.from(y, "base64url"))],
    ];
    return isoCBOR.encode(new Map(entries));
  }

  /** The response to a request for a new passkey. */
  register(given: Given): AddPasskey["response"] {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#coseKey()]);
    const attestation = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", Uint8Array.from(authenticatorData(given, credential))],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData("webauthn.create", given)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** The response to a request for a signature. */
  sign(given: Given): PasskeyLogin {
    const client = clientData("webauthn.get", given);
    const data = authenticatorData(given);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      },
    };
  }
}
