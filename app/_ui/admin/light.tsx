"use client";
// Green, amber or red: as a word too, for those who do not tell them apart.
import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide-react";

const lights = {
  good: { Icon: CircleCheck, look: "text-accent", word: "All is well" },
  waits: { Icon: TriangleAlert, look: "text-warning", word: "Needs a look" },
  bad: { Icon: OctagonAlert, look: "text-danger", word: "Act now" },
};

export function Light({ light, isBare = false }: { light: keyof typeof lights; isBare?: boolean }) {
  const { Icon, look, word } = lights[light];
  return (
    <span className={`inline-flex items-center gap-2 font-medium whitespace-nowrap ${look}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className={isBare ? "sr-only" : ""}>{word}</span>
    </span>
  );
}
