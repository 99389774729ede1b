import { firstOf, type GateDetector } from '../detected-gate.ts';
import { makefileNames, makeTargets } from '../make-targets.ts';

const targetsFor: Readonly<Record<string, readonly string[]>> = {
  test: ['test', 'tests', 'check'],
  lint: ['lint'],
  typecheck: ['typecheck'],
  build: ['build'],
};

export const makefile: GateDetector = {
  ecosystem: 'make',
  explicit: true,
  detect(files) {
    const file = firstOf(files, ...makefileNames);
    if (!file) return [];
    const { names } = makeTargets(files.text(file) ?? '');
    return Object.entries(targetsFor).flatMap(([name, candidates]) => {
      const target = candidates.find((candidate) => names.has(candidate));
      return target ? [{ name, run: `make ${target}`, detected_from: file }] : [];
    });
  },
};
