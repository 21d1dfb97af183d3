export const menuPopup =
  "max-h-(--available-height) w-64 max-w-(--available-width) overflow-y-auto rounded-xl border border-line bg-paper p-1.5 shadow-sheet";

export const menuItem =
  "flex cursor-default items-center justify-between gap-3 rounded-lg px-3 py-2 text-[0.9375rem] outline-none data-[disabled]:text-quiet data-[highlighted]:bg-soft";
