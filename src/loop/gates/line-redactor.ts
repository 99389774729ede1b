import { redactText } from '../../base/redaction.ts';

const keyBegins = /-----BEGIN [A-Z ]*PRIVATE KEY/;
const keyEnds = /-----END [A-Z ]*PRIVATE KEY/;
/** No key is longer; after that many lines the end marker was lost and the rest is ordinary again. */
const mostKeyLines = 200;

/** Takes secrets out of an output that comes line by line; a private key spans several. */
export function createLineRedactor(): (line: string) => string | undefined {
  let keyLines = 0;
  return (line) => {
    if (keyLines > 0) {
      keyLines = keyEnds.test(line) ? 0 : keyLines - 1;
      return undefined;
    }
    if (keyBegins.test(line) && !keyEnds.test(line)) keyLines = mostKeyLines;
    return redactText(line);
  };
}
