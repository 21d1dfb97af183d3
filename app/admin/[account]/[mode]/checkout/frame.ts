import type { ReactNode } from "react";

export interface Frame {
  title: string;
  actions: ReactNode;
  above: ReactNode;
}
