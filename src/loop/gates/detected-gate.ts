import type { ProjectFiles } from './project-files.ts';

/** A command that would show that the work is sound, and the file that says so. */
export interface DetectedGate {
  readonly name: string;
  readonly run: string;
  readonly detected_from: string;
}

export interface GateDetector {
  /** Tells two gates of one name apart in a repository of several languages. */
  readonly ecosystem: string;
  /** The user wrote these commands down, as opposed to the convention of a language. */
  readonly explicit: boolean;
  detect(files: ProjectFiles): readonly DetectedGate[];
}

/** The first of these names that is in the root folder. */
export function firstOf(files: ProjectFiles, ...names: readonly string[]): string | undefined {
  return names.find((name) => files.names.has(name));
}
