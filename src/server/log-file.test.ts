import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { createLogger } from '../base/logger.ts';
import { alsoToFile, createLogFile } from './log-file.ts';

describe('createLogFile', () => {
  it('makes nothing before the first line', () => {
    const folder = path.join(scratchFolder(), 'logs');
    const log = createLogFile({ folder });
    expect(existsSync(folder)).toBe(false);
    log.write('one\n');
    log.write('two\n');
    log.close();
    expect(readFileSync(log.file, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(log.file).mode & 0o777).toBe(0o600);
  });

  it('keeps a bounded number of bounded files', () => {
    const folder = scratchFolder();
    const log = createLogFile({ folder, maxBytes: 10, keep: 3 });
    for (let n = 1; n <= 9; n++) log.write(`line ${n}\n`);
    log.close();
    expect(readdirSync(folder).sort()).toEqual([
      'mcp-server.log',
      'mcp-server.log.1',
      'mcp-server.log.2',
    ]);
    expect(readFileSync(log.file, 'utf8')).toBe('line 9\n');
    expect(readFileSync(`${log.file}.2`, 'utf8')).toBe('line 7\n');
  });

  it('goes on from an earlier start', () => {
    const folder = scratchFolder();
    writeFileSync(path.join(folder, 'mcp-server.log'), 'before\n');
    const log = createLogFile({ folder });
    log.write('after\n');
    log.close();
    expect(readFileSync(log.file, 'utf8')).toBe('before\nafter\n');
  });

  it('follows no link out of its folder, and fails silently', () => {
    const folder = scratchFolder();
    const target = path.join(scratchFolder(), 'target');
    writeFileSync(target, '');
    symlinkSync(target, path.join(folder, 'mcp-server.log'));
    createLogFile({ folder }).write('line\n');
    expect(readFileSync(target, 'utf8')).toBe('');
    const blocked = path.join(folder, 'blocked');
    mkdirSync(path.join(blocked, 'mcp-server.log'), { recursive: true });
    expect(() => createLogFile({ folder: blocked }).write('line\n')).not.toThrow();
  });
});

describe('alsoToFile', () => {
  it('keeps what matters, with its fields, and says everything to the first', () => {
    let said = '';
    const first = createLogger({ level: 'debug', write: (line) => (said += line) });
    const log = createLogFile({ folder: scratchFolder() });
    const logger = alsoToFile(first, log).child({ tool: 'echo' });
    logger.debug('small talk');
    logger.warn('trouble', { token: 'abc' });
    log.close();
    expect(said).toContain('small talk');
    const kept = readFileSync(log.file, 'utf8');
    expect(kept).toMatch(/WARN +trouble tool=echo/);
    expect(kept).not.toContain('small talk');
    expect(kept).not.toContain('abc');
  });
});
