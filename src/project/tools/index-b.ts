import type { ToolDefinition } from '../../tool/define-tool.ts';
import type { ProjectServices } from '../services.ts';
import { addFeatureContextFile } from './add-feature-context-file.ts';
import { appendFeatureLearning } from './append-feature-learning.ts';
import { appendLearning } from './append-learning.ts';
import { appendProgress } from './append-progress.ts';
import { createDiscipline } from './create-discipline.ts';
import { createFeature } from './create-feature.ts';
import { deleteDiscipline } from './delete-discipline.ts';
import { deleteFeature } from './delete-feature.ts';
import { getDiscipline } from './get-discipline.ts';
import { getFeature } from './get-feature.ts';
import { getFeatureLearnings } from './get-feature-learnings.ts';
import { getProjectInfo } from './get-project-info.ts';
import { getProjectProgress } from './get-project-progress.ts';
import { listDisciplines } from './list-disciplines.ts';
import { listFeatures } from './list-features.ts';
import { mergeFeatures } from './merge-features.ts';
import { moveTaskToFeature } from './move-task-to-feature.ts';
import { readLearnings } from './read-learnings.ts';
import { readProgress } from './read-progress.ts';
import { updateDiscipline } from './update-discipline.ts';
import { updateFeature } from './update-feature.ts';

export const featureAndStateTools: readonly ToolDefinition<ProjectServices>[] = [
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
