"use client";
import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { Check } from "./icons";

function List() {
  const { toasts } = Toast.useToastManager();
  return (
    <Toast.Portal>
      <Toast.Viewport className="fixed inset-x-3 bottom-4 z-20 mx-auto flex max-w-sm flex-col gap-2">
        {toasts.map((toast) => (
          <Toast.Root
            key={toast.id}
            toast={toast}
            className="flex items-center gap-2.5 rounded-xl bg-ink px-4 py-3 text-[0.9375rem] text-canvas shadow-sheet"
          >
            <Check className="size-4 shrink-0" aria-hidden="true" />
            <Toast.Title className="font-medium" />
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}

function Adder({ titles, onAdded }: Props) {
  const { add } = Toast.useToastManager();
  useEffect(() => {
    if (titles.length === 0) return;
    for (const title of titles) add({ title });
    onAdded();
  }, [titles, onAdded, add]);
  return null;
}

interface Props {
  titles: readonly string[];
  onAdded(): void;
}

export default function ToastList(props: Props) {
  return (
    <Toast.Provider timeout={4000}>
      <Adder {...props} />
      <List />
    </Toast.Provider>
  );
}
