import { generateKeyPairSync, sign } from "node:crypto";

/** Encodes one DER value: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const hex = (text: string) => Buffer.from(text, "hex");
const SEQUENCE = 0x30;
const ECDSA_WITH_SHA256 = der(SEQUENCE, hex("06082a8648ce3d040302"));
const COMMON_NAME = hex("0603550403");
const SUBJECT_ALT_NAME = hex("0603551d11");
const DAY_MS = 86_400_000;

/** Formats a time for X.509: YYMMDDHHMMSSZ. */
function utcTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, "").slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

/** Self-signed key and certificate (PEM) for a host name, valid for a day either way. */
export function selfSigned(hostname: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = Buffer.from(hostname);
  const subject = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, name))));
  const names = der(0x04, der(SEQUENCE, der(0x82, name)));
  const body = der(
    SEQUENCE,
    der(0xa0, hex("020102")),
    hex("020101"),
    ECDSA_WITH_SHA256,
    subject,
    der(SEQUENCE, utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, names))),
  );
  const signature = der(0x03, hex("00"), sign("sha256", body, privateKey));
  const cert = der(SEQUENCE, body, ECDSA_WITH_SHA256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  };
}
