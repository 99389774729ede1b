import { ToolError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/suggest.ts';
import { serverNamesIn, withoutServer } from '../../../catalog/sources/edit-ralph-yaml.ts';
import { fileName, readRalphYaml, writeRalphYaml } from '../../catalog/ralph-yaml.ts';
import type { CommandSpec } from '../../command.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'Its tools leave the catalog. What is known of their use stays, for the case that it comes back.',
  arguments: [{ name: 'name', description: 'Name of the server', required: true }],
  examples: [{ command: 'ralph catalog remove github', does: 'Its tools are no longer offered.' }],
  async run(invocation) {
    const name = textArgument(invocation, 'name');
    const before = await readRalphYaml(invocation);
    const names = serverNamesIn(before);
    if (!names.includes(name)) {
      throw new ToolError(
        'not_found',
        `${fileName} has no server "${name}".${didYouMean(name, names)}`,
        {
          hint: 'See the servers and the files they come from with: ralph catalog list',
        },
      );
    }
    await writeRalphYaml(invocation, withoutServer(before, name));
    if (invocation.json)
      invocation.output.json({ server: name, file: fileName, action: 'removed' });
    else invocation.output.line(`Removed ${name} from ${fileName}.`);
    return 0;
  },
};
