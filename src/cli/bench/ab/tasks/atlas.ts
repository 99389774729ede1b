import type { SettingsRepository } from './settings-repository.ts';

/** Map tiles: drawn at night, served by day. */
export const atlas: SettingsRepository = {
  about:
    'Settings of a map server. `draw/` makes tiles, `serve/` hands them out, `build/` puts the program together. A comment behind a setting lists what it can be.',
  files: {
    'draw/roads.toml': `simplify = "visvalingam"         # none | douglas | visvalingam | grid
projection = "web_mercator"      # plate_carree | web_mercator | equal_earth | national
workers = 4                      # 1 | 2 | 4 | 8 | 16
label_font = "sans"
`,
    'draw/water.toml': `simplify = "douglas"             # none | douglas | visvalingam | grid
projection = "plate_carree"      # plate_carree | web_mercator | equal_earth | national
clip = "tile"                    # tile | tile_buffered | country | none
`,
    'draw/relief.toml': `resampling = "nearest"           # nearest | bilinear | cubic | lanczos | average
projection = "national"          # plate_carree | web_mercator | equal_earth | national
workers = 16                     # 1 | 2 | 4 | 8 | 16
`,
    'serve/cache.toml': `key = "path"                     # path | path_and_query | path_and_style | content
purge = "nightly"                # never | nightly | on_publish | on_read
stale_s = 86400                  # 0 | 60 | 600 | 3600 | 86400
`,
    'serve/http.toml': `compression = "gzip"             # none | gzip | brotli | zstd
port = 8080
etag = "weak"                    # none | weak | strong
`,
    'serve/preview.toml': `key = "path_and_style"           # path | path_and_query | path_and_style | content
purge = "on_publish"             # never | nightly | on_publish | on_read
`,
    'build/modules.toml': `resolution = "classic"           # classic | node | bundler | strict
cycles = "warn"                  # allow | warn | refuse
target = "es2019"                # es2015 | es2019 | es2022 | esnext
`,
    'build/tests.toml': `isolation = "none"               # none | file | process | container
order = "fixed"                  # fixed | random | failed_first
`,
    'docs/drawing.md': `# Drawing
Everything that people look at is drawn in the same projection as the base map, or seams show at the shore.
`,
    'docs/serving.md': `# Serving
Tiles are kept by caches of others, too. A tile has a style; the same path may be drawn in several.
`,
    'docs/machines.md': `# Machines
The drawing machine has sixteen cores and too little memory: relief takes two gigabytes per worker, so \`workers = 4\` there.
`,
    'docs/history.md': `# How this came about
The first version drew on request. Since the third, drawing and serving are apart.
`,
  },
  history: [
    {
      problem: 'White seams between roads and background at every tile border.',
      fix: 'Roads were drawn in another projection than the base map. Set `projection = "web_mercator"` in draw/roads.toml.',
      files: ['draw/roads.toml'],
    },
    {
      problem: 'The preview shows the night style to people who chose the day style.',
      fix: 'The cache did not know styles. Set `key = "path_and_style"` in serve/preview.toml.',
      files: ['serve/preview.toml'],
    },
    {
      problem: 'Small roads turn into zigzag lines at low zoom.',
      fix: 'The old way of leaving points out keeps spikes. Set `simplify = "visvalingam"` in draw/roads.toml.',
      files: ['draw/roads.toml'],
    },
    {
      problem: 'Editors publish a change and still see yesterday in the preview.',
      fix: 'Emptying at night is not enough for them. Set `purge = "on_publish"` in serve/preview.toml.',
      files: ['serve/preview.toml'],
    },
    {
      problem: 'Mobile clients on old networks get broken tiles.',
      fix: 'A proxy in between cannot do the new compression. Went back to `compression = "gzip"` in serve/http.toml.',
      files: ['serve/http.toml'],
    },
    {
      problem: 'A test passes alone and fails in the whole suite.',
      fix: 'Tests shared the drawing engine, which keeps state for the life of a process. In the engine repository `isolation = "process"` put an end to it.',
      files: ['build/tests.toml'],
    },
    {
      problem: 'The font of labels lacks letters of the neighbouring country.',
      fix: 'Took the wide one: `label_font = "sans-wide"` in draw/roads.toml, taken back since the file is too large for phones: `label_font = "sans"`.',
      files: ['draw/roads.toml'],
    },
    {
      problem: 'Moving the style module broke imports that worked by accident.',
      fix: 'Before anything moves, imports have to be found the way the bundler finds them: `resolution = "bundler"`. Tried it on a branch in build/modules.toml; the branch was given up for other reasons.',
      files: ['build/modules.toml'],
    },
    {
      problem: 'Hills look like stairs.',
      fix: 'Known and left: it needs another resampling, nobody has tried which.',
      files: ['draw/relief.toml'],
    },
    {
      problem:
        'After a move of files two modules import each other and one of them is empty at start.',
      fix: 'A warning is read by nobody. `cycles = "refuse"` in the build makes it fail at once.',
      files: ['build/modules.toml'],
    },
  ],
  skills: ['When a move of files is asked for, make the build strict first and move afterwards.'],
  tasks: [
    {
      name: 'Add a Health Port',
      complexity: 'low',
      expected_improvement: '0%',
      issue:
        'The machines ask whether the server is alive on a port of its own. Add `health_port = 8081` to `serve/http.toml`.',
      obstacles: [
        {
          stage: 1,
          file: 'serve/http.toml',
          key: 'health_port',
          value: '8081',
          says: 'the server answers on its health port',
        },
      ],
    },
    {
      name: 'Stale Tiles',
      complexity: 'medium',
      expected_improvement: '20-30%',
      issue:
        'After publishing, readers get old tiles for hours, and sometimes tiles of another style. Make the tile cache correct.',
      obstacles: [
        {
          stage: 1,
          file: 'serve/cache.toml',
          key: 'key',
          value: '"path_and_style"',
          says: 'a reader with the day style gets a tile of the night style',
        },
        {
          stage: 2,
          file: 'serve/cache.toml',
          key: 'purge',
          value: '"on_publish"',
          says: 'a published change is not seen in the tiles until the next day',
        },
        {
          stage: 2,
          file: 'serve/cache.toml',
          key: 'stale_s',
          value: '600',
          says: 'a foreign cache keeps an old tile for a day',
        },
      ],
    },
    {
      name: 'Multi-Step Refactoring',
      complexity: 'high',
      expected_improvement: '20-30%',
      issue:
        'Drawing of water moves into the same engine as roads. Make the build ready for moving files, then bring the water settings in line so that shores fit and tests are reliable.',
      obstacles: [
        {
          stage: 1,
          file: 'build/modules.toml',
          key: 'resolution',
          value: '"bundler"',
          says: 'an import that worked by accident is not found after the move',
        },
        {
          stage: 2,
          file: 'build/modules.toml',
          key: 'cycles',
          value: '"refuse"',
          says: 'two modules import each other and one is empty at start',
        },
        {
          stage: 3,
          file: 'build/tests.toml',
          key: 'isolation',
          value: '"process"',
          says: 'a drawing test passes alone and fails with the others',
        },
        {
          stage: 4,
          file: 'draw/water.toml',
          key: 'projection',
          value: '"web_mercator"',
          says: 'white seams between water and land',
        },
        {
          stage: 5,
          file: 'draw/water.toml',
          key: 'simplify',
          value: '"grid"',
          says: 'small lakes have spikes at low zoom',
        },
        {
          stage: 5,
          file: 'draw/water.toml',
          key: 'clip',
          value: '"tile_buffered"',
          says: 'the outline of a lake ends at the tile border',
        },
      ],
    },
  ],
};
