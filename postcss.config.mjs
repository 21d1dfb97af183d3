// Tailwind 4 is a PostCSS plugin; its theme is in app/globals.css.
export default { plugins: { "@tailwindcss/postcss": {} } };
