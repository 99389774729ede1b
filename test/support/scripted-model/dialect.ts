import { chat } from './chat.ts';
import { generateContent } from './generate-content.ts';
import type { Json } from './json.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';
import type { ModelRequest, ModelStep } from './script.ts';

/** One model API: how its requests are read, and its answers and errors are written. */
export interface Dialect {
  read(body: Json): ModelRequest;
  /** A stream of server-sent events that says the step. */
  stream(step: ModelStep): string;
  error(status: number): Json;
}

export function dialectOf(pathname: string): Dialect | undefined {
  if (pathname.endsWith('/messages')) return messages;
  if (pathname.endsWith('/responses')) return responses;
  if (pathname.endsWith('/chat/completions')) return chat;
  return pathname.endsWith(':streamGenerateContent') ? generateContent : undefined;
}
