import { expect, it } from 'vitest';
import { benchTools } from './bench-tools.ts';

const tool = (name: string, description: string) => ({
  id: `s/${name}`,
  server: 's',
  name,
  title: name,
  description,
  params: [],
  category: '',
});

it('tells how well the search keeps silent, on foreign queries and on what nobody answers', async () => {
  const tools = [
    tool('create_invoice', 'Creates an invoice for a customer.'),
    tool('list_branches', 'Lists the branches of a repository.'),
    tool('send_message', 'Sends a message to a channel.'),
  ];
  const queries = [
    { id: '1', query: 'create an invoice', gold: [['s/create_invoice']] },
    { id: '2', query: 'list branches of the repository', gold: [['s/list_branches']] },
  ];
  const foreign = ['what is the weather in Oslo', 'send a message to the channel'];
  const { results, out_of_scope } = await benchTools(
    { tools, queries },
    foreign,
    undefined,
    new AbortController().signal,
  );
  expect(results.find(({ system }) => system === 'default')).toMatchObject({
    'recall@1': 1,
    false_answers: 0.5,
  });
  expect(out_of_scope.foreign).toMatchObject({ queries: 2, answered: 0.5 });
  expect(out_of_scope.unanswerable).toEqual({
    queries: 40,
    answered: 0,
    auc: 1,
    answered_at_95: 0,
  });
  // One speaks of branches, though of apple trees.
  expect(out_of_scope.unseen).toMatchObject({ queries: 40, answered: 0.025 });
});
