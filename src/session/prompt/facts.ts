import type { HotTool } from '../../catalog/tiers/session-hot-list.ts';
import type { InjectedItem } from '../../context/session-context.ts';
import type { Comment, Feature, Learning, Question, Task, TaskRef } from '../../project/model.ts';
import type { Discipline } from '../../project/store/disciplines.ts';
import type { FeatureLine } from '../../project/store/features.ts';
import type { ProjectInfo, ProjectProgress } from '../../project/store/metadata.ts';
import type { TaskLine } from '../../project/store/tasks.ts';
import type { RecipeName } from '../recipes/recipes.ts';

/** Everything a prompt may speak of, gathered once, so that its sections are functions of values. */
export interface PromptFacts {
  readonly recipe: RecipeName;
  readonly root: string;
  readonly now: string;
  readonly enabledTools: ReadonlySet<string>;
  readonly project: ProjectInfo;
  readonly progress: ProjectProgress;
  readonly codebase: readonly string[];
  readonly features: readonly FeatureLine[];
  readonly disciplines: readonly Discipline[];
  /** What the session may want to look at first, and how many tasks there are beside. */
  readonly tasks: readonly TaskLine[];
  readonly taskCount: number;
  readonly discipline: Discipline | undefined;
  readonly feature: Feature | undefined;
  readonly learnings: readonly Learning[];
  readonly task: Task | undefined;
  readonly comments: readonly Comment[];
  readonly answers: readonly Question[];
  readonly dependencies: readonly (TaskRef & {
    readonly summary: string;
    readonly handoff: string;
  })[];
  readonly stateFiles: readonly { readonly file: string; readonly tail: string }[];
  readonly input: string | undefined;
  /** A prompt that a person wrote, and what the run says after it. */
  readonly prompt: string | undefined;
  readonly runSection: string | undefined;
  /** What the memory says to the session. */
  readonly context: readonly InjectedItem[];
  /** Downstream tools that the session is likely to need. */
  readonly hotTools: readonly HotTool[];
}
