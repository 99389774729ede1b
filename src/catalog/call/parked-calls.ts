import { newId } from '../../base/ids.ts';
import type { ElicitAnswer, ProgressUpdate } from '../../tool/tool.ts';
import type { Question, RawCallResult } from '../connections/call-options.ts';

/** A call whose server may stop to ask something. */
export interface AskingCall {
  readonly result: Promise<RawCallResult>;
  /** The question that is open now, if any; resolves again after each answer. */
  nextQuestion(): Promise<OpenQuestion>;
  /** Where progress goes: the request that is waiting for the result changes with every answer. */
  reportTo(report: (update: ProgressUpdate) => void): void;
  cancel(): void;
}

export interface OpenQuestion extends Question {
  /** Names the question towards the client; the same when it is asked again. */
  readonly key: string;
  answer(answer: ElicitAnswer): void;
}

interface CallHooks {
  readonly signal: AbortSignal;
  readonly elicit: (question: Question) => Promise<ElicitAnswer>;
  readonly onProgress: (update: ProgressUpdate) => void;
}

export function startAskingCall(run: (hooks: CallHooks) => Promise<RawCallResult>): AskingCall {
  const controller = new AbortController();
  let report: (update: ProgressUpdate) => void = () => undefined;
  let open: OpenQuestion | undefined;
  let wake: () => void = () => undefined;
  const result = run({
    signal: controller.signal,
    onProgress: (update) => report(update),
    elicit: (question) =>
      new Promise((resolve) => {
        open = {
          ...question,
          key: newId('question'),
          answer(answer) {
            open = undefined;
            resolve(answer);
          },
        };
        wake();
      }),
  });
  // It may fail while nobody looks, between a question and its answer.
  result.catch(() => undefined);
  return {
    result,
    async nextQuestion() {
      while (!open) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return open;
    },
    reportTo(target) {
      report = target;
    },
    cancel: () => controller.abort(),
  };
}

/** Calls that wait for an answer while the client is asked, until the client comes back with it. */
export interface ParkedCalls {
  park(key: string, call: AskingCall): void;
  take(key: string): AskingCall | undefined;
}

const longestWaitMs = 15 * 60_000;

export function createParkedCalls(): ParkedCalls {
  const parked = new Map<string, { readonly call: AskingCall; readonly timer: NodeJS.Timeout }[]>();
  function take(key: string): AskingCall | undefined {
    const waiting = parked.get(key);
    const first = waiting?.shift();
    if (waiting?.length === 0) parked.delete(key);
    clearTimeout(first?.timer);
    return first?.call;
  }
  return {
    park(key, call) {
      const timer = setTimeout(() => {
        const waiting = parked.get(key)?.filter((one) => one.call !== call) ?? [];
        if (waiting.length > 0) parked.set(key, waiting);
        else parked.delete(key);
        call.cancel();
      }, longestWaitMs);
      timer.unref();
      parked.set(key, [...(parked.get(key) ?? []), { call, timer }]);
    },
    take,
  };
}
