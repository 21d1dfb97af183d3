"use client";
import { Menu } from "@base-ui/react/menu";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { buttonClass } from "./button";
import { ConfirmDialog } from "./dialog";
import { useListState } from "./list-state";
import { MenuLabel, type View } from "./list-views";
import { menuItem, menuPopup } from "./menu-classes";
import { problemOf } from "./problem";
import { useToast } from "./toasts";
import { useRefresh, useTRPC } from "./trpc";
import { RenameDialog, SaveDialog, type SaveProps } from "./view-dialogs";

interface Props extends Omit<SaveProps, "dialog"> {
  view: View;
  /** True if the list is not as the view has it. */
  isChanged: boolean;
}

function useActions({ view, state }: Props) {
  const trpc = useTRPC();
  const toast = useToast();
  const { set } = useListState();
  const refresh = useRefresh(({ views }) => views.pathFilter());
  const change = useMutation(trpc.views.change.mutationOptions());
  const remove = useMutation(trpc.views.delete.mutationOptions());
  return {
    update: async () => {
      try {
        await change.mutateAsync({ id: view.id, state });
        await refresh();
        toast("View updated");
      } catch (error) {
        toast(problemOf(error).title);
      }
    },
    remove: async () => {
      await remove.mutateAsync({ id: view.id });
      set({ view: null }, true);
      await refresh();
    },
  };
}

/** Changes of the view that is open. Rendered by a click on its button, so it is open. */
export default function ViewMenu(props: Props) {
  const { screen, view, state, isChanged } = props;
  const [dialog, setDialog] = useState<"rename" | "save" | "delete" | null>(null);
  const { update, remove } = useActions(props);
  const close = (isOpen: boolean) => !isOpen && setDialog(null);
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={buttonClass()}>
        <MenuLabel text="View" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-20">
          <Menu.Popup className={menuPopup}>
            <Menu.Item className={menuItem} disabled={!isChanged} onClick={update}>
              Update view
            </Menu.Item>
            <Menu.Item className={menuItem} onClick={() => setDialog("rename")}>
              Rename view
            </Menu.Item>
            <Menu.Item className={menuItem} onClick={() => setDialog("save")}>
              Save as new view
            </Menu.Item>
            <Menu.Item className={menuItem} onClick={() => setDialog("delete")}>
              Delete view
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
      <RenameDialog view={view} dialog={[dialog === "rename", close]} />
      <SaveDialog screen={screen} state={state} dialog={[dialog === "save", close]} />
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={close}
        confirmation={{
          title: `Delete “${view.name}”?`,
          description: "The list and its rows stay as they are.",
          action: "Delete view",
          done: "View deleted",
          run: remove,
        }}
      />
    </Menu.Root>
  );
}
