import { countText } from '../../../loop/runs/report/amounts.ts';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { show } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  description: 'Happens by itself after each call, and once a day.',
  examples: [{ command: 'ralph catalog rescore', does: 'Says how many scores changed.' }],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { rescore } = await import('../../../catalog/index/rescore.ts');
      const services = await app.catalog();
      const changed = await rescore(await services.database(), services.clock.now());
      show(invocation, { changed }, () => `${countText(changed, 'score')} changed.`);
      return 0;
    }),
};
