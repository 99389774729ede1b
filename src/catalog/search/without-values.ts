/** Each knows its beginning at once, so that no endless run of one character is searched again and again. */
const values = [
  // Quoted texts and placeholders.
  /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|<[^<>\n]*>|(?<![\p{L}\p{N}])['‘][^'’\n]*['’](?![\p{L}\p{N}])/gu,
  // Addresses.
  /(?<!\S)\S*(?:\/\/|@)\S*/gu,
  // Numbers and codes.
  /(?<![\p{L}\p{N}_])[\p{L}_]*\p{N}[\p{L}\p{N}_]*/gu,
  // Names: capitals that no sentence begins with. Those of capitals only are mostly words, such as SQL.
  /(?=\p{Lu})(?<=[\p{L}\p{N},;:)]["'”’]?\s+["'“‘(]*)\p{Lu}[\p{L}_]*\p{Ll}[\p{L}_]*/gu,
];

/** A request without what is handed to a tool rather than says which one: whom to write to, which file, how many. */
export function withoutValues(query: string): string {
  return values.reduce((text, value) => text.replace(value, ' '), query);
}
