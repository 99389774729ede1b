import type { Dialect } from '../../storage/dialect.ts';
import { type ClaimStore, claimStore } from './claims.ts';
import { type CommentStore, commentStore } from './comments.ts';
import { type DependencyStore, dependencyStore } from './dependencies.ts';
import { type DisciplineStore, disciplineStore } from './disciplines.ts';
import { type EventStore, eventStore } from './events.ts';
import { type FeatureStore, featureStore } from './features.ts';
import type { Handle, Stamp } from './handle.ts';
import { type LearningStore, learningStore } from './learnings.ts';
import { type MetadataStore, metadataStore } from './metadata.ts';
import { type QuestionStore, questionStore } from './questions.ts';
import { type SearchStore, searchStore } from './search.ts';
import { type SignalStore, signalStore } from './signals.ts';
import { type TaskStore, taskStore } from './tasks.ts';

/** The whole project behind one handle: inside a transaction, everything done through it is of that transaction. */
export interface ProjectStore {
  readonly metadata: MetadataStore;
  readonly features: FeatureStore;
  readonly disciplines: DisciplineStore;
  readonly tasks: TaskStore;
  readonly dependencies: DependencyStore;
  readonly claims: ClaimStore;
  readonly comments: CommentStore;
  readonly questions: QuestionStore;
  readonly learnings: LearningStore;
  readonly signals: SignalStore;
  readonly search: SearchStore;
  /** For changes that no table holds, such as a line in a state file. */
  readonly events: EventStore;
}

export function projectStore(db: Handle, dialect: Dialect, stamp: Stamp): ProjectStore {
  const events = eventStore(db, stamp);
  const search = searchStore(db, dialect);
  const tasks = taskStore(db, stamp, events, search);
  return {
    metadata: metadataStore(db, stamp, events),
    features: featureStore(db, stamp, events),
    disciplines: disciplineStore(db, stamp, events),
    tasks,
    dependencies: dependencyStore(db, events),
    claims: claimStore(db, stamp, tasks, events),
    comments: commentStore(db, stamp, events),
    questions: questionStore(db, stamp, events),
    learnings: learningStore(db, stamp, events),
    signals: signalStore(db, stamp, events),
    search,
    events,
  };
}
