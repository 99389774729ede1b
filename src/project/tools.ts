import type { ToolDefinition } from '../tool/define-tool.ts';
import type { ProjectServices } from './services.ts';
import { addTaskComment } from './tools/add-task-comment.ts';
import { askHuman } from './tools/ask-human.ts';
import { completeTask } from './tools/complete-task.ts';
import { createTask } from './tools/create-task.ts';
import { deleteTask } from './tools/delete-task.ts';
import { deleteTaskComment } from './tools/delete-task-comment.ts';
import { enrichTask } from './tools/enrich-task.ts';
import { getDependencyDetails } from './tools/get-dependency-details.ts';
import { getTask } from './tools/get-task.ts';
import { featureAndStateTools } from './tools/index-b.ts';
import { listTasks } from './tools/list-tasks.ts';
import { reportBlocker } from './tools/report-blocker.ts';
import { searchTasks } from './tools/search-tasks.ts';
import { setTaskStatus } from './tools/set-task-status.ts';
import { signalAbort } from './tools/signal-abort.ts';
import { skipTask } from './tools/skip-task.ts';
import { spawnSubtasks } from './tools/spawn-subtasks.ts';
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
  ...featureAndStateTools,
];
