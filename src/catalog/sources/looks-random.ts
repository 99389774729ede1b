const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const oneWord = /^[A-Za-z0-9_+=~.-]{16,}$/;

/** Whether a text was made by a generator of keys rather than by a person: letters and digits mixed for a good while. */
export function looksRandom(text: string): boolean {
  if (uuid.test(text)) return true;
  return oneWord.test(text) && text.split(/[-_.=+~]+/).some(isMixed);
}

function isMixed(part: string): boolean {
  if (part.length < 12 || !/\d/.test(part) || !/[A-Za-z]/.test(part)) return false;
  const turns = part.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return turns >= 3 || (turns >= 1 && /[a-z]/.test(part) && /[A-Z]/.test(part.slice(1)));
}
