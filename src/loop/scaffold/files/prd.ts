export const scaffoldPrd = `{
  "branchName": "ralph/feature",
  "userStories": []
}
`;

export const scaffoldPrdPrompt = `Turn the brief at the end into a PRD for Ralph and write it to scripts/ralph/prd.json.

Form (JSON, no comments, exactly these keys):

{
  "branchName": "ralph/short-name-of-the-feature",
  "userStories": [
    {
      "id": "US-001",
      "title": "What somebody can do once this is done",
      "acceptanceCriteria": ["One sentence that a test or a person can check"],
      "priority": 1,
      "passes": false,
      "notes": ""
    }
  ]
}

How to cut the work:
- A story fits into one iteration: one sitting of one agent that remembers nothing from before.
  If describing the change takes more than two or three sentences, make two stories of it.
- Order by what has to exist first. priority 1 is done first; no story may need a later one.
- Acceptance criteria state what can be observed ("GET /items answers 404 for an unknown id"), not
  intentions ("error handling is good"). Each story has one that names the command that proves it.
- Every passes is false and every notes is empty at the start.
- Leave out what the brief does not ask for. If the brief leaves a choice open that changes the
  stories, ask about it before writing the file.

The brief:

`;
