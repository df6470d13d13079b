import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["public/"] },
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "svelte/prefer-svelte-reactivity": "off", // sets and maps are replaced as a whole, never changed
      "svelte/no-unused-svelte-ignore": "off", // svelte-check fails on warnings, and sees more of the types
      "svelte/no-useless-mustaches": "off", // a space at the edge of a block has to be written
      "svelte/no-navigation-without-resolve": "off", // of SvelteKit
    },
  },
  { files: ["tests/**"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
);
