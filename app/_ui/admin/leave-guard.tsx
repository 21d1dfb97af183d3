"use client";
// Asks before unsaved changes are lost: by a link, by the browser's buttons, or with the tab.
import { createContext, useContext, useEffect } from "react";

/** True on screens; forms in dialogs for a login or a proof lose nothing worth a question. */
export const LeaveGuardContext = createContext(false);

const QUESTION = "Leave without saving? Your changes will be lost.";

/** True if the click replaces this page, rather than a part of it or another tab. */
function leavesBy(event: MouseEvent): boolean {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return false;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || link.hasAttribute("download")) return false;
  return link.pathname !== window.location.pathname || link.origin !== window.location.origin;
}

function guard(): () => void {
  let isLeaving = false;
  /** True if the reader stays. */
  const isRefused = () => {
    isLeaving ||= window.confirm(QUESTION);
    return !isLeaving;
  };
  const onClick = (event: MouseEvent) => {
    if (!leavesBy(event) || !isRefused()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onUnload = (event: BeforeUnloadEvent) => {
    if (!isLeaving) event.preventDefault();
  };
  const onNavigate = (event: NavigateEvent) => {
    if (event.navigationType !== "traverse" || !event.cancelable) return;
    if (isRefused()) event.preventDefault();
  };
  // Capturing, to be before Next's links.
  document.addEventListener("click", onClick, true);
  window.addEventListener("beforeunload", onUnload);
  window.navigation?.addEventListener("navigate", onNavigate);
  return () => {
    document.removeEventListener("click", onClick, true);
    window.removeEventListener("beforeunload", onUnload);
    window.navigation?.removeEventListener("navigate", onNavigate);
  };
}

export function useLeaveGuard(isDirty: boolean): void {
  const isGuarded = useContext(LeaveGuardContext) && isDirty;
  useEffect(() => (isGuarded ? guard() : undefined), [isGuarded]);
}
