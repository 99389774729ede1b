import type { DetectedGate, GateDetector } from './detected-gate.ts';
import { cmake, dotnet, elixir, go, jvm, rust } from './detectors/compiled.ts';
import { deno } from './detectors/deno.ts';
import { makefile } from './detectors/makefile.ts';
import { packageJson } from './detectors/package-json.ts';
import { python } from './detectors/python.ts';
import { php, ruby } from './detectors/ruby-and-php.ts';
import type { ProjectFiles } from './project-files.ts';

const detectors: readonly GateDetector[] = [
  packageJson,
  deno,
  rust,
  go,
  python,
  jvm,
  php,
  ruby,
  dotnet,
  elixir,
  cmake,
];

const order = ['test', 'lint', 'typecheck', 'build'];

/** What would prove the work in this repository, as its own files tell it. */
export function detectGates(files: ProjectFiles): readonly DetectedGate[] {
  const make = makefile.detect(files);
  const madeNames = new Set(make.map((gate) => gate.name));
  const found: { gate: DetectedGate; ecosystem: string }[] = [];
  let written = new Set<string>();
  for (const { ecosystem, explicit, detect } of detectors) {
    const gates = detect(files);
    if (explicit) written = new Set([...written, ...gates.map((gate) => gate.name)]);
    for (const gate of gates) {
      // A Makefile target says better than a language's convention how this project is tested.
      if (explicit || !madeNames.has(gate.name)) found.push({ gate, ecosystem });
    }
  }
  // A script and a target of one name are nearly always the same check behind two doors.
  for (const gate of make) {
    if (!written.has(gate.name)) found.push({ gate, ecosystem: makefile.ecosystem });
  }
  return unique(found).sort((a, b) => rank(a.name) - rank(b.name));
}

function unique(found: readonly { gate: DetectedGate; ecosystem: string }[]): DetectedGate[] {
  const taken = new Set<string>();
  return found.map(({ gate, ecosystem }) => {
    const name = taken.has(gate.name) ? `${ecosystem}_${gate.name}` : gate.name;
    taken.add(name);
    return { ...gate, name };
  });
}

function rank(name: string): number {
  const index = order.findIndex((known) => name === known || name.endsWith(`_${known}`));
  return index === -1 ? order.length : index;
}
