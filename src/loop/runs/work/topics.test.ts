import { expect, it } from 'vitest';
import { scaffoldCodebaseMap } from '../../scaffold/files/understand.ts';
import { openTopics } from './topics.ts';

it.each([
  ['the scaffold', scaffoldCodebaseMap, 12],
  ['ticked and open', '## Next Topics\n- [x] A\n* [ ] B\n  - [ ] C\n- [X] D\n', 2],
  ['all ticked', '# Map\r\n\r\n## Next Topics\r\n- [x] A\r\n', 0],
  ['boxes elsewhere', '## Next Topics\n- [x] A\n## Notes\n- [ ] not a topic\n', 0],
  ['no list', '## Quick Facts\n- [ ] A\n', null],
  ['an empty list', '## Next Topics\n\n## Notes\n', null],
  ['nothing', '', null],
])('%s', (_, map, open) => {
  expect(openTopics(map)).toBe(open);
});
