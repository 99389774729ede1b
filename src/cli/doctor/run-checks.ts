import { errorMessage } from '../../base/errors.ts';
import { redactText } from '../../base/redaction.ts';
import { type CheckGroup, type CheckResult, type DoctorContext, fail } from './check.ts';

export interface Diagnosis {
  readonly checks: readonly CheckResult[];
  /** No check failed; warnings do not count. */
  readonly ok: boolean;
}

/** Runs the groups side by side; one that breaks is a result of its own and hides no other. */
export async function runChecks(
  groups: readonly CheckGroup[],
  context: DoctorContext,
  onBroken: (group: string, thrown: unknown) => void,
): Promise<Diagnosis> {
  const results = await Promise.all(
    groups.map(async (group) => {
      try {
        return await group.run(context);
      } catch (thrown) {
        onBroken(group.name, thrown);
        return [
          fail(
            group.name,
            `This check itself failed: ${errorMessage(thrown)}`,
            'Run "ralph doctor --log-level debug" and report it as a bug in Ralph.',
          ),
        ];
      }
    }),
  );
  // Messages quote programs, files and the environment, any of which may hold a secret.
  const checks = results.flat().map((check) => ({ ...check, message: redactText(check.message) }));
  return { checks, ok: checks.every(({ status }) => status !== 'fail') };
}
