import type { ReactNode } from "react";

/** Frame of each tab of the screen. */
export interface Frame {
  title: string;
  actions: ReactNode;
  above: ReactNode;
}
