export const manifest = (scripts: Record<string, string>, more: object = {}) =>
  JSON.stringify({ name: 'x', scripts, ...more }, null, 2);
export const makefile =
  'FLAGS = -v\ntest: build\n\t./ci/check.sh $(FLAGS)\nbuild:\n\tgo build\nclean:\n\trm -rf out\n';
