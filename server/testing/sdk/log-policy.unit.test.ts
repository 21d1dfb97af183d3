import { expect, it } from "vitest";
import {
  checkpointText,
  formatNote,
  formatVerifierKey,
  hasQuorum,
  parseCheckpoint,
  parsePolicy,
  type Signer,
  sha256,
  signerOf,
  signNote,
} from "#sdk/log";
import { keyOf } from "#testing/public-log/generated-log";

const log = keyOf("log");
const witnesses = ["x1", "x2", "x3", "y1"].map((name) =>
  signerOf(`${name}.example`, keyOf(name).privateKey, true),
);
const [x1, x2, x3, y1] = witnesses.map(({ key }) => formatVerifierKey(key));

const policy = `# Two of X, and Y.
log ${formatVerifierKey(log.key)}
witness X1 ${x1} https://x1.example/
\twitness X2\t${x2}
witness X3 ${x3}
group X 2 X1 X2 X3
witness Y1 ${y1}
group both all X Y1
quorum both
`;

function signedBy(...signers: Signer[]) {
  const text = checkpointText({ origin: log.key.name, size: 0, root: sha256() });
  const signatures = [log, ...signers].map((signer) => signNote(text, signer));
  return parseCheckpoint(formatNote({ text, signatures }));
}

it("needs the cosignatures of the quorum, through groups", () => {
  const parsed = parsePolicy(policy);
  expect(parsed.witnesses[0]).toMatchObject({ name: "X1", url: "https://x1.example/" });
  const [one, two, three, other] = witnesses as [Signer, Signer, Signer, Signer];
  expect(hasQuorum(parsed, signedBy(one, three, other))).toBe(true);
  expect(hasQuorum(parsed, signedBy(one, two, three))).toBe(false);
  expect(hasQuorum(parsed, signedBy(one, other))).toBe(false);
  expect(hasQuorum(parsed, signedBy(one, one, other))).toBe(false);
  expect(hasQuorum(parsePolicy("quorum none"), signedBy())).toBe(true);
});

it.each([
  ["no quorum", `witness X1 ${x1}`],
  ["two quorums", "quorum none\nquorum none"],
  ["an unknown quorum", "quorum X1"],
  ["a group of unknown members", "group X any X1\nquorum X"],
  ["a member of two groups", `witness X1 ${x1}\ngroup A any X1\ngroup B any X1\nquorum B`],
  ["a threshold above its members", `witness X1 ${x1}\ngroup A 2 X1\nquorum A`],
  ["a witness called none", `witness none ${x1}\nquorum none`],
  ["a key listed twice", `witness X1 ${x1}\nwitness X2 ${x1}\nquorum none`],
  ["a log's key as a witness", `witness X1 ${formatVerifierKey(log.key)}\nquorum none`],
  ["an unknown line", "trust all"],
])("is refused with %s", (_, text) => {
  expect(() => parsePolicy(text)).toThrow();
});
