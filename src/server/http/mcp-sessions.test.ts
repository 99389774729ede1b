import { describe, expect, it, onTestFinished } from 'vitest';
import { createMcpSessions, type McpSession } from './mcp-sessions.ts';

function sessionsOf(most: number) {
  let now = 0;
  const ended: string[] = [];
  const sessions = createMcpSessions<McpSession>({
    most,
    idleMs: 1_000,
    clock: { now: () => new Date(now) },
  });
  onTestFinished(() => sessions.close());
  const open = (id: string, surfaceKey = 'k') =>
    sessions.add({
      id,
      surfaceKey,
      close: async () => {
        ended.push(id);
      },
    });
  return { sessions, open, ended, pass: (ms: number) => (now += ms) };
}

describe('createMcpSessions', () => {
  it('finds a session under the key it was made with, and under no other', () => {
    const { sessions, open } = sessionsOf(5);
    open('s', 'ana');
    expect(sessions.find('s', 'ana')?.id).toBe('s');
    expect(sessions.find('s', 'bob')).toBeUndefined();
    expect(sessions.find('t', 'ana')).toBeUndefined();
  });

  it('makes room by ending what has been idle longest, and nothing that is in use', async () => {
    const { sessions, open, ended, pass } = sessionsOf(2);
    open('a');
    const done = sessions.use('a');
    pass(10);
    open('b');
    expect(await sessions.makeRoom()).toBe(true);
    expect(ended).toEqual(['b']);
    open('c');
    sessions.use('c');
    expect(await sessions.makeRoom()).toBe(false);
    done();
    expect(await sessions.makeRoom()).toBe(true);
    expect(ended).toEqual(['b', 'a']);
  });

  it('ends every session that was idle too long before it looks further', async () => {
    const { sessions, open, ended, pass } = sessionsOf(2);
    open('a');
    open('b');
    pass(2_000);
    expect(await sessions.makeRoom()).toBe(true);
    expect(ended.sort()).toEqual(['a', 'b']);
  });
});
