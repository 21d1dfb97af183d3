"use client";
import { TextField } from "./form";

interface EmailProps {
  label?: string;
  hint?: string;
  autoComplete?: string;
}

export function EmailField({ label = "Email", ...rest }: EmailProps) {
  return <TextField name="email" label={label} type="email" {...rest} />;
}

export function PasswordField({ name = "password", label = "Password", autoFocus = false }) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
  );
}

export function NewPasswordField({ label = "New password" }) {
  return (
    <TextField
      name="password"
      label={label}
      type="password"
      hint="At least 10 characters. Common passwords are rejected."
      autoComplete="new-password"
    />
  );
}

export function CodeField({ autoFocus }: { autoFocus: boolean }) {
  return (
    <TextField
      name="code"
      label="Code"
      hint="From your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      autoFocus={autoFocus}
    />
  );
}
