/** What the scripted model knows of a request, whichever API it came by. */
export interface ModelRequest {
  /** Tools on offer, by the name that a call must give. */
  readonly tools: readonly OfferedTool[];
  /** Names of the tools whose results the request carries. */
  readonly answered: readonly string[];
}

export interface OfferedTool {
  readonly name: string;
  /** Codex offers the tools of a server under a name of their own. */
  readonly namespace?: string;
}

export type ModelStep =
  | { readonly call: OfferedTool; readonly input: Readonly<Record<string, unknown>> }
  | { readonly say: string };

export const finalText = 'Everything is written.\n<promise>COMPLETE</promise>';
export const note = 'from the scripted model';
export const written = 'written by the agent';

const report = /(?:^|[_-])report$/;

/** Each agent's own way to write a file, the plainest first. */
const writers: Readonly<Record<string, (file: string) => Readonly<Record<string, unknown>>>> = {
  Write: (file) => ({ file_path: file, content: written }),
  write: (file) => ({ filePath: file, content: written }),
  write_file: (file) => ({ file_path: file, content: written }),
  create: (file) => ({ path: file, file_text: written }),
  exec_command: (file) => ({ cmd: `printf '%s' '${written}' > '${file}'` }),
  shell_command: (file) => ({ command: `printf '%s' '${written}' > '${file}'` }),
  shell: (file) => ({ command: ['sh', '-c', `printf '%s' '${written}' > '${file}'`] }),
};

/** What the model does next, from what a request carries and says. */
export type Script = (request: ModelRequest, file: string, body: string) => ModelStep;

/** The agent's own way to write the file, if it offers one. */
export function writing({ tools }: ModelRequest, file: string) {
  const [writer] = Object.entries(writers).flatMap(([name, input]) => {
    const tool = tools.find((offered) => offered.name === name);
    return tool ? [{ call: tool, input: input(file) }] : [];
  });
  return writer;
}

/** Calls the server's tool, writes a file, and is done: told by the results in the request, never by a count. */
export function nextStep(request: ModelRequest, file: string): ModelStep {
  const { tools, answered } = request;
  // Without tools it is a side request, such as for a title.
  if (tools.length === 0) return { say: 'A title' };
  const reporter = tools.find(({ name }) => report.test(name));
  if (reporter && !answered.some((name) => report.test(name)))
    return { call: reporter, input: { note } };
  const writer = writing(request, file);
  return writer && !answered.includes(writer.call.name) ? writer : { say: finalText };
}
