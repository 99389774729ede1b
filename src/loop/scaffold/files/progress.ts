export const scaffoldProgress = `# Ralph Progress Log

## Codebase Patterns

Rules that hold everywhere in this code base, one line each. Read these first.

## Iteration Notes

Newest last: what was done, what was learned, what is next.

---
`;
