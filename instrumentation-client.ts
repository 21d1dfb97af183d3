// Not instrumentation: Next adds what this file imports to the script that every screen loads. One
// large file compresses better than several, and has the headers of one. See docs/adr/0008. Styles
// must not come along: pages would not link them.
export { HydrationBoundary, useMutation, useQuery } from "@tanstack/react-query";
export { useApiForm } from "#ui/admin/api-form";
export { Form } from "#ui/admin/form";
export { Screen } from "#ui/admin/page";
export { Shell } from "#ui/admin/shell";
export { DataTable } from "#ui/admin/table";
export { Toasts } from "#ui/admin/toasts";
export { default as ErrorPage } from "./app/error";
