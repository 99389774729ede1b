import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { helpSubject, renderHelp } from './render-help.ts';
import { styleFor } from './terminal/style.ts';
import { textWidth } from './terminal/text-width.ts';
import { sampleTree } from './testing/sample-tree.ts';

const tree = sampleTree();

async function help(command: string, columns: number, isTerminal = false) {
  const style = styleFor({
    output: { isTerminal, width: columns, line() {}, json() {}, error() {} },
    env: {},
  });
  return renderHelp(await helpSubject([command], tree[command], tree), style);
}

it('shows arguments, options with defaults and choices, and examples', async () => {
  expect(await help('bake', 80)).toMatchInlineSnapshot(`
    "Bake things

    Usage:
      ralph bake <kind> [extra...] [options]

    Arguments:
      <kind>      What to bake (one of: bread, cake)
      [extra...]  What goes in

    Options:
      -n, --dry-run            Only say what would be done
          --heat <DEGREES>     How hot (default: 200)
          --tray <DIR>         Where to put it (repeatable)
          --size <SIZE>        How large (one of: small, large)
          --glaze [KIND]       Glaze it
          --no-salt            Leave the salt out

    Global options:
          --json               Print one JSON value instead of text
          --root <DIR>         The project folder, instead of the current one
          --log-level <LEVEL>  How much to say on stderr, instead of RALPH_LOG_LEVEL
                               or warn (one of: debug, info, warn, error)
          --no-color           No colour, as with NO_COLOR
      -h, --help               Show this help

    Examples:
      ralph bake bread --heat 220
          Bakes hot."
  `);
});

it('a group with a command of its own shows both', async () => {
  expect(await help('oven', 80)).toMatchInlineSnapshot(`
    "Heat the oven

    Usage:
      ralph oven [options]
      ralph oven <command>

    Commands:
      clean  Clean it

    Options:
          --root <DIR>         Which ovens (repeatable)

    Global options:
          --json               Print one JSON value instead of text
          --log-level <LEVEL>  How much to say on stderr, instead of RALPH_LOG_LEVEL
                               or warn (one of: debug, info, warn, error)
          --no-color           No colour, as with NO_COLOR
      -h, --help               Show this help

    Examples:
      ralph oven
          Heats.

    Run "ralph oven <command> --help" for one of them."
  `);
});

it.each([40, 60, 100])('stays within %i columns', async (columns) => {
  for (const line of (await help('bake', columns)).split('\n')) {
    expect(textWidth(line)).toBeLessThanOrEqual(Math.max(columns, 60));
  }
});

it('is coloured on a terminal and the same text otherwise', async () => {
  const colored = await help('bake', 80, true);
  expect(colored).toContain('\u001b[');
  expect(stripVTControlCharacters(colored)).toBe(await help('bake', 80));
});
