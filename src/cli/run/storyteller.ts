import { saidLines } from '../../loop/runs/report/agent-story.ts';
import { storyOf } from '../../loop/runs/report/story.ts';
import { faint, type StoryLine, text } from '../../loop/runs/report/story-line.ts';
import type { RunListener } from '../../loop/runs/run-listener.ts';
import type { Style } from '../terminal/style.ts';
import { paintStory } from './paint-story.ts';
import type { UiSettings } from './run-view.ts';

/** Turns what happens in a run into lines to print, as much of it as the settings ask for. */
export function createStoryteller(
  { style, ui }: { readonly style: Style; readonly ui: UiSettings },
  print: (lines: readonly string[]) => void,
): RunListener {
  const detail = {
    tools: ui.ai_tool_mode,
    system: ui.ai_sys_mode,
    final: ui.ai_show_final,
  };
  let lastSaid = '';
  const tell = (lines: readonly StoryLine[]) => {
    const painted = lines.flatMap((line) => paintStory(line, style));
    if (painted.length > 0) print(painted);
  };
  return {
    event({ event, run_id }) {
      if (event.kind === 'iteration_started') lastSaid = '';
      if (event.kind === 'agent') {
        if (ui.ai_raw) return;
        // Most agents say their last message twice, the second time as the final one.
        if (event.event.kind === 'final' && event.event.text.trim() === lastSaid) return;
      }
      tell(storyOf(event, detail));
      if (event.kind === 'run_ended') tell([faint(`More: ralph runs show ${run_id}`)]);
    },
    prompt(prompt) {
      if (ui.ai_show_prompt) tell(promptStory(prompt, ui.ai_prompt_progress_every));
    },
    agentText(said) {
      if (ui.ai_raw || said.trim() === '') return;
      lastSaid = said.trim();
      tell(saidLines(said).map(faint));
    },
    agentLine(line) {
      if (ui.ai_raw) tell([text(line)]);
    },
    gateLine() {},
  };
}

function promptStory(prompt: string, progressEvery: number): StoryLine[] {
  const lines = prompt.trimEnd().split(/\r?\n/);
  return [
    text(`Prompt of ${lines.length} lines:`),
    ...lines.flatMap((line, index) => {
      const isMark =
        progressEvery > 0 && (index + 1) % progressEvery === 0 && index + 1 < lines.length;
      const mark = faint(`-- line ${index + 1} of ${lines.length} --`);
      return [faint(`> ${line}`), ...(isMark ? [mark] : [])];
    }),
  ];
}
