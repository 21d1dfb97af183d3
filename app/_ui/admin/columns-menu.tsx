"use client";
import { Menu } from "@base-ui/react/menu";
import { buttonClass } from "./button";
import { Check } from "./icons";
import { columnsText, viewStateIn } from "./list-input";
import { useListState } from "./list-state";
import { MenuLabel } from "./list-views";
import { menuItem, menuPopup } from "./menu-classes";
import { type Column, isChoosable } from "./table-columns";

/** The columns that are shown, in the address. Rendered by a click on its button, so it is open. */
export default function ColumnsMenu({ columns }: { columns: readonly Column<never>[] }) {
  const { get, set } = useListState();
  const { columns: chosen } = viewStateIn(new URLSearchParams({ columns: get("columns") ?? "" }));
  const first = columns.slice(0, 1).map(({ head }) => head);
  const choosable = columns.filter(isChoosable);
  const isVisible = ({ head, isOptional = false }: Column<never>) =>
    chosen.length > 0 ? chosen.includes(head) : !isOptional;
  const toggle = (column: Column<never>) => {
    const visible = choosable.filter((other) => isVisible(other) !== (other === column));
    // The first column is always there, so a choice of no other one is a choice too.
    const heads = [...first, ...visible.map(({ head }) => head)];
    set({ columns: columnsText(heads) }, true);
  };
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={buttonClass()}>
        <MenuLabel text="Columns" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-20">
          <Menu.Popup className={menuPopup}>
            {choosable.map((column) => (
              <Menu.CheckboxItem
                key={column.head}
                checked={isVisible(column)}
                onCheckedChange={() => toggle(column)}
                className={menuItem}
              >
                {column.head}
                <Menu.CheckboxItemIndicator>
                  <Check className="size-4" aria-hidden="true" />
                </Menu.CheckboxItemIndicator>
              </Menu.CheckboxItem>
            ))}
            <Menu.Item
              className={`${menuItem} mt-1 border-t border-line`}
              disabled={chosen.length === 0}
              onClick={() => set({ columns: null }, true)}
            >
              Show default columns
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
