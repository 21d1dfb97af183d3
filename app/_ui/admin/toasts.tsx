"use client";
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from "react";

const ToastList = lazy(() => import("./toast-list"));

type Add = (title: string) => void;
const AddContext = createContext<Add | null>(null);

export function Toasts({ children }: { children: ReactNode }) {
  // Undefined until the first toast: the list is loaded then.
  const [titles, setTitles] = useState<readonly string[]>();
  const add = useCallback<Add>((title) => setTitles((waiting = []) => [...waiting, title]), []);
  const clear = useCallback(() => setTitles([]), []);
  return (
    <AddContext value={add}>
      {children}
      {titles && (
        <Suspense>
          <ToastList titles={titles} onAdded={clear} />
        </Suspense>
      )}
    </AddContext>
  );
}

/** Returns a function that shows one line for a few seconds, such as "Subaccount created". */
export function useToast(): Add {
  const add = useContext(AddContext);
  if (!add) throw new Error("useToast is called outside Toasts");
  return add;
}
