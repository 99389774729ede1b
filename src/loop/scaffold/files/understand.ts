export const scaffoldCodebaseMap = `# Codebase Map

What a newcomer has to know about this repository, found out one topic at a time.

## Next Topics

- [ ] Purpose, users, and the main things the program does
- [ ] Layout: what each top-level folder holds
- [ ] Entry points: how it starts, and what runs first
- [ ] Build, packaging and release
- [ ] Tests: kinds, where they are, how to run one
- [ ] Configuration and environment variables
- [ ] Data: models, storage, migrations
- [ ] Interfaces to the outside: commands, APIs, events, files
- [ ] Errors, logging and how a failure is investigated
- [ ] Security: authentication, permissions, secrets
- [ ] Dependencies that shape the code, and why they are here
- [ ] Conventions: naming, patterns, and what to imitate

## Quick Facts

- Language and run-time:
- Install:
- Test:
- Lint:
- Build:
- Start:

## Do Not Touch

Generated, vendored or fragile parts, each with the reason.

## Iteration Notes
`;

export const scaffoldUnderstandPrompt = `# Understand this code base

You are reading, not changing. The only file that you may edit is
\`scripts/ralph/codebase_map.md\`; every other change will be undone.

## One iteration

1. Open \`scripts/ralph/codebase_map.md\` and take the first unchecked line under "Next Topics".
   That topic and no other.
2. Find the answer in the code. Follow real calls from an entry point, read tests for what is
   meant, and believe the code over its comments and documents.
3. Write a note under "Iteration Notes":
   - a heading with the topic;
   - what you found, in at most fifteen lines, naming files as \`path:line\`;
   - what you could not find out, and where you looked.
4. Fill in "Quick Facts" and "Do Not Touch" where the topic touches them. A command goes under
   Quick Facts only if a file in the repository shows it.
5. Tick the topic. Add a topic to the list if the code shows that something important is missing
   from it.

State only what you saw. "Probably" belongs to the part about what you could not find out.

## When everything is done

When every topic is ticked, end your last message with this line and nothing after it:

<promise>COMPLETE</promise>
`;
