"use client";
// Copies a text at a click, and says so.
import { Copy as CopyIcon } from "lucide-react";
import { Button } from "./button";
import { useToast } from "./toasts";

export function Copy({ text, act, done }: { text: string; act: string; done: string }) {
  const toast = useToast();
  return (
    <Button onClick={() => navigator.clipboard.writeText(text).then(() => toast(done))}>
      <CopyIcon className="size-4" aria-hidden="true" />
      {act}
    </Button>
  );
}
