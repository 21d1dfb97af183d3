"use client";
// Recovery codes, which are shown once.
import type { ReactNode } from "react";
import { Button } from "#ui/admin/button";

interface Props {
  codes: string[];
  onDone(): void;
  children: ReactNode;
}

export function RecoveryCodes({ codes, onDone, children }: Props) {
  return (
    <>
      <p className="text-pretty">
        {children} Keep these recovery codes where you keep your passwords. Each lets you in once if
        you lose your device. They are not shown again.
      </p>
      <ul className="my-4 grid grid-cols-2 gap-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="primary" onClick={onDone}>
        I have kept them
      </Button>
    </>
  );
}
