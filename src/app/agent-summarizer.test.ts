import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { createLogger } from '../base/logger.ts';
import { summarizeItems } from '../context/lifecycle/summarize.ts';
import { itemStore } from '../context/store/items.ts';
import { storeItems } from '../context/store-items.ts';
import { createApp } from './create-app.ts';

const config = (command: string) => `agents: { default: custom, custom: { command: '${command}' } }
learning:
  mcp_context:
    embeddings: { provider: none }
    lifecycle: { summarizer: agent }
`;

async function summaryBy(command: string) {
  const root = scratchFolder();
  writeFileSync(path.join(root, 'ralph.yaml'), config(command));
  const app = createApp({
    roots: [root],
    env: { PATH: process.env.PATH, HOME: root },
    logger: createLogger({ write: () => undefined }),
  });
  onTestFinished(() => app.close());
  const context = await (await app.context()).context();
  const content = Array.from({ length: 60 }, (_, n) => `Fact ${n}: the port is ${4000 + n}.`);
  const [stored] = await storeItems(context, [
    { content: content.join(' '), content_type: 'iteration', source: 'user' },
  ]);
  const store = itemStore(context.database.kysely);
  await summarizeItems(context, await store.findAll([stored?.id ?? '']));
  return (await store.find(stored?.id ?? ''))?.summary;
}

it('the configured agent writes a summary, from text that stands behind bars', async () => {
  const summary = await summaryBy('grep -c "^| Fact 0" | sed "s/^/Ports, quoted /"');
  expect(summary).toBe('Ports, quoted 1');
});

it('sentences are picked where the agent fails or says nothing', async () => {
  expect(await summaryBy('cat > /dev/null; exit 3')).toContain('Fact ');
  expect(await summaryBy('cat > /dev/null')).toContain('Fact ');
});
