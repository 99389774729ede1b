import { z } from 'zod';
import { toolsFor } from '../../tool/define-tool.ts';
import type { LoopServices } from '../services.ts';

export const defineLoopTool = toolsFor<LoopServices>('loop');

export const rootInput = z
  .string()
  .min(1)
  .optional()
  .describe('Absolute path of the repository; the first root of this server unless given.');
