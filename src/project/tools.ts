import type { ToolDefinition } from '../tool/define-tool.ts';
import type { ProjectServices } from './services.ts';
import { addFeatureContextFile } from './tools/add-feature-context-file.ts';
import { addTaskComment } from './tools/add-task-comment.ts';
import { appendFeatureLearning } from './tools/append-feature-learning.ts';
import { appendLearning } from './tools/append-learning.ts';
import { appendProgress } from './tools/append-progress.ts';
import { askHuman } from './tools/ask-human.ts';
import { completeTask } from './tools/complete-task.ts';
import { createDiscipline } from './tools/create-discipline.ts';
import { createFeature } from './tools/create-feature.ts';
import { createTask } from './tools/create-task.ts';
import { deleteDiscipline } from './tools/delete-discipline.ts';
import { deleteFeature } from './tools/delete-feature.ts';
import { deleteTask } from './tools/delete-task.ts';
import { deleteTaskComment } from './tools/delete-task-comment.ts';
import { enrichTask } from './tools/enrich-task.ts';
import { getDependencyDetails } from './tools/get-dependency-details.ts';
import { getDiscipline } from './tools/get-discipline.ts';
import { getFeature } from './tools/get-feature.ts';
import { getFeatureLearnings } from './tools/get-feature-learnings.ts';
import { getProjectInfo } from './tools/get-project-info.ts';
import { getProjectProgress } from './tools/get-project-progress.ts';
import { getTask } from './tools/get-task.ts';
import { listDisciplines } from './tools/list-disciplines.ts';
import { listFeatures } from './tools/list-features.ts';
import { listTasks } from './tools/list-tasks.ts';
import { mergeFeatures } from './tools/merge-features.ts';
import { moveTaskToFeature } from './tools/move-task-to-feature.ts';
import { readLearnings } from './tools/read-learnings.ts';
import { readProgress } from './tools/read-progress.ts';
import { reportBlocker } from './tools/report-blocker.ts';
import { searchTasks } from './tools/search-tasks.ts';
import { setTaskStatus } from './tools/set-task-status.ts';
import { signalAbort } from './tools/signal-abort.ts';
import { skipTask } from './tools/skip-task.ts';
import { spawnSubtasks } from './tools/spawn-subtasks.ts';
import { updateDiscipline } from './tools/update-discipline.ts';
import { updateFeature } from './tools/update-feature.ts';
import { updateTask } from './tools/update-task.ts';
import { updateTaskComment } from './tools/update-task-comment.ts';
import { updateTaskContext } from './tools/update-task-context.ts';

/** The tools of the project, in the order in which they are listed. */
export const projectTools: readonly ToolDefinition<ProjectServices>[] = [
  listTasks,
  getTask,
  searchTasks,
  createTask,
  updateTask,
  enrichTask,
  setTaskStatus,
  completeTask,
  skipTask,
  deleteTask,
  spawnSubtasks,
  updateTaskContext,
  getDependencyDetails,
  reportBlocker,
  askHuman,
  signalAbort,
  addTaskComment,
  updateTaskComment,
  deleteTaskComment,
  listFeatures,
  getFeature,
  createFeature,
  updateFeature,
  deleteFeature,
  appendFeatureLearning,
  addFeatureContextFile,
  getFeatureLearnings,
  mergeFeatures,
  moveTaskToFeature,
  listDisciplines,
  getDiscipline,
  createDiscipline,
  updateDiscipline,
  deleteDiscipline,
  getProjectInfo,
  getProjectProgress,
  appendLearning,
  readLearnings,
  appendProgress,
  readProgress,
];
