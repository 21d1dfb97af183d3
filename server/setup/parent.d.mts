// The types of parent.mjs.
type Stdio = "inherit" | "ignore" | "pipe";

export function tiedToParent(stdio?: Stdio): {
  stdio: [Stdio, Stdio, Stdio, "pipe"];
  env: { CT_TIED_TO_PARENT: string };
};

export function onParentEnd(onEnd: () => void): void;
