// IPv4 addresses in every non-public range, and the ways to write one in a URL.
import fc from "fast-check";

/** Special-purpose ranges (RFC 6890 and IANA's additions), by first address and prefix length. */
const ranges: readonly (readonly [address: number, bits: number])[] = [
  [0x00000000, 8], // this network
  [0x0a000000, 8], // private
  [0x64400000, 10], // shared by carriers
  [0x7f000000, 8], // loopback
  [0xa9fe0000, 16], // link-local, with the clouds' metadata
  [0xac100000, 12], // private
  [0xc0000000, 24], // protocol assignments
  [0xc0000200, 24], // documentation
  [0xc0586300, 24], // 6to4 relays
  [0xc0a80000, 16], // private
  [0xc6120000, 15], // benchmarks
  [0xc6336400, 24], // documentation
  [0xcb007100, 24], // documentation
  [0xe0000000, 4], // multicast
  [0xf0000000, 4], // reserved, with broadcast
];

/** An address in a special range, as a number. */
export const specialAddress = fc
  .constantFrom(...ranges)
  .chain(([first, bits]) =>
    fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((offset) => first + offset),
  );

const bytesOf = (it: number) => [it >>> 24, (it >>> 16) & 255, (it >>> 8) & 255, it & 255];
const groupsOf = (it: number) =>
  `${(it >>> 16).toString(16)}:${(it % 0x10000).toString(16).padStart(4, "0")}`;
const dotted = (it: number) => bytesOf(it).join(".");
const inDigits = (zero: number) => (it: number) =>
  dotted(it).replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const octal = (byte: number) => `0${byte.toString(8)}`;
const hex = (byte: number) => `0x${byte.toString(16)}`;

/** Ways to write an IPv4 address as a URL host, alone or inside an IPv6 address. */
export const encodings: readonly ((address: number) => string)[] = [
  dotted,
  (it) => `${dotted(it)}.`,
  (it) => String(it),
  (it) => hex(it),
  (it) => octal(it),
  (it) => bytesOf(it).map(octal).join("."),
  (it) => bytesOf(it).map(hex).join("."),
  (it) =>
    bytesOf(it)
      .map((byte, n) => [octal, hex, String][n % 3]?.(byte))
      .join("."),
  (it) => `${it >>> 24}.${it % 0x1000000}`,
  (it) => `${it >>> 24}.${(it >>> 16) & 255}.${it % 0x10000}`,
  (it) => dotted(it).replaceAll(".", "。"),
  (it) => dotted(it).replace(/\d/g, (digit) => `%3${digit}`),
  inDigits(0xff10), // fullwidth
  inDigits(0x1d7ce), // mathematical bold
  (it) => `[::ffff:${dotted(it)}]`,
  (it) => `[::ffff:${groupsOf(it)}]`,
  (it) => `[0:0:0:0:0:FFFF:${groupsOf(it)}]`,
  (it) => `[::${dotted(it)}]`,
  (it) => `[::ffff:0:${groupsOf(it)}]`,
  (it) => `[64:ff9b::${groupsOf(it)}]`,
  (it) => `[64:ff9b:1::${groupsOf(it)}]`,
  (it) => `[2002:${groupsOf(it)}::1]`,
  (it) => `[2001:0:808:808::${groupsOf(~it >>> 0)}]`,
];
