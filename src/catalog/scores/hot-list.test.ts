import { describe, expect, it } from 'vitest';
import { type HotCandidate, hotList } from './hot-list.ts';

function tool(id: string, more: Partial<HotCandidate> = {}): HotCandidate {
  return {
    id,
    server: id.split('/')[0] ?? '',
    category: 'other',
    description: 'Does something.',
    successCount: 0,
    totalInvocations: 0,
    usesIn30Days: 0,
    tierScore: 0.2,
    ...more,
  };
}

const many = Array.from({ length: 40 }, (_, n) => tool(`s${n % 4}/tool${n}`));

describe('hotList', () => {
  it('is filled although no tool was ever called', () => {
    const ids = hotList(many, []).map(({ id }) => id);
    expect(new Set(ids).size).toBe(15);
  });

  it('spreads over the servers when nothing is known', () => {
    const servers = hotList(many, []).map(({ server }) => server);
    for (const server of ['s0', 's1', 's2', 's3']) {
      expect(servers.filter((name) => name === server).length).toBeGreaterThanOrEqual(3);
    }
  });

  it('puts pins first, then what is used, and prefers what works', () => {
    const used = [
      tool('a/failing', { totalInvocations: 50, successCount: 0, usesIn30Days: 50 }),
      tool('a/working', { totalInvocations: 40, successCount: 40, usesIn30Days: 40 }),
      tool('a/once', { totalInvocations: 1, successCount: 1, usesIn30Days: 1 }),
    ];
    const ids = hotList([...many, ...used], ['s3/tool39', 'gone/tool']).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(['s3/tool39', 'a/working', 'a/once']);
  });

  it('gives what the work at hand needs a place before what is used a little', () => {
    const relevant = tool('b/needed', { relevance: 0.9 });
    const used = tool('b/used', { totalInvocations: 3, successCount: 3, usesIn30Days: 3 });
    const [first] = hotList([...many, used, relevant], []);
    expect(first?.id).toBe('b/needed');
  });

  it('is filled with tools that say nothing of themselves, after those that do', () => {
    const silent = many.map((one) => ({ ...one, description: '' }));
    expect(hotList(silent, [])).toHaveLength(15);
    const [first] = hotList([...silent, tool('z/speaks')], []);
    expect(first?.id).toBe('z/speaks');
  });

  it('leaves out names that would take the room of ten, unless they are pinned', () => {
    const dear = Array.from({ length: 20 }, (_, n) => tool(`a/${'𒀀'.repeat(100)}${n}`));
    const pin = dear[3]?.id ?? '';
    const ids = hotList([...dear, ...many], [pin]).map(({ id }) => id);
    expect(ids).toHaveLength(15);
    expect(ids.filter((id) => id.startsWith('a/'))).toEqual([pin]);
  });

  it('has what there is when there is little', () => {
    expect(hotList(many.slice(0, 4), [])).toHaveLength(4);
  });
});
