"use client";
import { useMutation } from "@tanstack/react-query";
import { FormDialog, type OpenState } from "./dialog";
import { TextField } from "./form";
import type { ViewState } from "./list-input";
import { useListState } from "./list-state";
import type { View, ViewScreen } from "./list-views";
import { useRefresh, useTRPC } from "./trpc";

const loadNameView = async () => (await import("#admin/schemas")).NameView;

export interface SaveProps {
  screen: ViewScreen;
  state: ViewState;
  dialog: OpenState;
}

export function SaveDialog({ screen, state, dialog }: SaveProps) {
  const { set } = useListState();
  const refresh = useRefresh(({ views }) => views.pathFilter());
  const save = useMutation(useTRPC().views.save.mutationOptions());
  return (
    <FormDialog
      state={dialog}
      title="Save view"
      description="Keeps the filters, sorting and columns of this list under a name. Only you see it."
      done="View saved"
      schema={loadNameView}
      initial={{ name: "" }}
      send={async ({ name }) => {
        const { id } = await save.mutateAsync({ screen, name, ...state });
        await refresh();
        set({ view: id }, true);
      }}
    >
      <TextField name="name" label="Name" autoFocus />
    </FormDialog>
  );
}

export function RenameDialog({ view, dialog }: { view: View; dialog: OpenState }) {
  const refresh = useRefresh(({ views }) => views.pathFilter());
  const change = useMutation(useTRPC().views.change.mutationOptions());
  return (
    <FormDialog
      state={dialog}
      title="Rename view"
      done="View renamed"
      formKey={view.name}
      schema={loadNameView}
      initial={{ name: view.name }}
      send={({ name }) => change.mutateAsync({ id: view.id, name })}
      onDone={refresh}
    >
      <TextField name="name" label="Name" autoFocus />
    </FormDialog>
  );
}
