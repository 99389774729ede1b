import path from 'node:path';
import { loopFiles } from '../../loop/loop-files.ts';
import { defineResource, type Resource } from '../resource.ts';
import { readBounded } from './read-bounded.ts';
import { watchFile } from './watch-file.ts';

interface LoopFile {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly mimeType: string;
  readonly file: string;
  /** Which end to keep of a file that is too long to send whole. */
  readonly keep: 'start' | 'end';
  readonly emptyIfMissing?: boolean;
}

/**
 * The loop's files as resources. Inside a project session progress and learnings are the project's own
 * files; anywhere else both are told in the one progress file that the loop keeps.
 */
export function loopResources(options: {
  readonly root: string;
  readonly inSession: boolean;
}): readonly Resource[] {
  const { root, inSession } = options;
  const files: readonly LoopFile[] = [
    {
      name: 'prompt',
      title: 'Loop prompt',
      about: 'What the agent is told at the start of each iteration.',
      mimeType: 'text/markdown',
      file: loopFiles.prompt,
      keep: 'start',
    },
    {
      name: 'prd',
      title: 'Product requirements',
      about: 'The stories of the work and which of them pass.',
      mimeType: 'application/json',
      file: loopFiles.prd,
      keep: 'start',
    },
    {
      name: 'progress',
      title: 'Progress',
      about: 'What earlier iterations did.',
      mimeType: 'text/plain',
      file: inSession ? '.ralph/progress.txt' : loopFiles.progress,
      keep: 'end',
      emptyIfMissing: inSession,
    },
    {
      name: 'codebase_map',
      title: 'Codebase map',
      about: 'What is where in this repository.',
      mimeType: 'text/markdown',
      file: loopFiles.codebaseMap,
      keep: 'start',
    },
    {
      name: 'learnings',
      title: 'Learnings',
      about: 'What earlier iterations found out.',
      mimeType: 'text/plain',
      file: inSession ? '.ralph/learnings.txt' : loopFiles.progress,
      keep: 'end',
      emptyIfMissing: inSession,
    },
  ];
  return files.map((file) => fileResource(file).bind({ root }));
}

function fileResource({ name, title, about, mimeType, file, keep, emptyIfMissing }: LoopFile) {
  return defineResource<{ readonly root: string }>({
    uri: `ralph://${name}`,
    name,
    title,
    description: `${about} Reads ${file}.`,
    mimeType,
    read: (_, { root }) =>
      readBounded({
        root,
        file,
        keep,
        uri: `ralph://${name}`,
        emptyIfMissing: emptyIfMissing ?? false,
      }),
    watch: (_, { root }, notify) => watchFile(path.join(root, file), root, notify),
  });
}
