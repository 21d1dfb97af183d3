import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Toasts } from "#ui/admin/toasts";

export const metadata: Metadata = {
  title: { default: "Dashboard", template: "%s · Carbon Till dashboard" },
  robots: { index: false, follow: false },
};

export default function AdminLayout({ children }: { children: ReactNode }) {
  return <Toasts>{children}</Toasts>;
}
