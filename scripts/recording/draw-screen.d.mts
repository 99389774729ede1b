import type { Cell } from './screen-of.mjs';

export function drawScreen(
  rows: readonly (readonly Cell[])[],
  of: { readonly columns: number; readonly command: readonly string[] },
): string;
