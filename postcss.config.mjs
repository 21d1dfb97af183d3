// Tailwind 4 is a PostCSS plugin; its theme is in app/_ui.
export default { plugins: { "@tailwindcss/postcss": {} } };
