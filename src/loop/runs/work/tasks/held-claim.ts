import { ToolError } from '../../../../base/errors.ts';
import { type WorkPlace, withProject } from '../work-place.ts';

/** How long a claim outlives a process that died with it. */
const lifeMs = 5 * 60_000;

/** A task that a session works on. It stays the session's until `stop`. */
export interface HeldClaim {
  readonly taskId: number;
  /** Ends the renewing; the claim itself stays as it is. */
  stop(): Promise<void>;
}

/** Claims the task for the session and keeps the claim alive; undefined when it cannot be taken any more. */
export async function holdClaim(
  place: WorkPlace,
  taskId: number,
  sessionId: string,
): Promise<HeldClaim | undefined> {
  const { clock } = place.sessions;
  const until = () => new Date(clock.now().getTime() + lifeMs).toISOString();
  let token: number;
  try {
    const claim = await withProject(place, sessionId, ({ claims }) =>
      claims.claim(taskId, sessionId, until()),
    );
    token = claim.token;
  } catch (thrown) {
    // Somebody was quicker, or has changed the task since it was chosen.
    if (thrown instanceof ToolError) return undefined;
    throw thrown;
  }

  let beat: Promise<void> = Promise.resolve();
  let stopped = false;
  async function renew(): Promise<void> {
    const held = await withProject(place, sessionId, ({ claims }) =>
      claims.renew(taskId, token, until()),
    ).catch(() => true);
    // A closed task has no claim any more; a disk that was busy is tried again.
    if (held && !stopped) schedule();
  }
  let timer: NodeJS.Timeout | undefined;
  function schedule(): void {
    timer = setTimeout(() => {
      beat = renew();
    }, lifeMs / 3);
    timer.unref();
  }

  schedule();
  return {
    taskId,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await beat;
    },
  };
}
