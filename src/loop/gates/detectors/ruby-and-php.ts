import { type DetectedGate, firstOf, type GateDetector } from '../detected-gate.ts';
import { scriptsOf } from '../package-scripts.ts';

export const ruby: GateDetector = {
  ecosystem: 'ruby',
  explicit: false,
  detect(files) {
    const bundled = files.names.has('Gemfile') ? 'bundle exec ' : '';
    const rakefile = files.text('Rakefile') ?? '';
    const gates: DetectedGate[] = [];
    const rspec = firstOf(files, '.rspec') ?? (bundled ? firstOf(files, 'spec/') : undefined);
    if (rspec) gates.push({ name: 'test', run: `${bundled}rspec`, detected_from: rspec });
    else if (/\btask\s+(:test\b|test:|["']test["'])|Rake::TestTask/.test(rakefile)) {
      gates.push({ name: 'test', run: `${bundled}rake test`, detected_from: 'Rakefile' });
    }
    const rubocop = firstOf(files, '.rubocop.yml');
    if (rubocop) gates.push({ name: 'lint', run: `${bundled}rubocop`, detected_from: rubocop });
    return gates;
  },
};

export const php: GateDetector = {
  ecosystem: 'composer',
  explicit: true,
  detect(files) {
    // Composer's scripts are strings or lists, and their names are all that matters here.
    const text = (files.text('composer.json') ?? '').replace(/:\s*\[[^\]]*\]/g, ': "…"');
    const scripts = scriptsOf(text);
    const gates: DetectedGate[] = [];
    for (const name of ['test', 'lint', 'build']) {
      if (scripts?.has(name)) {
        gates.push({ name, run: `composer run ${name}`, detected_from: 'composer.json' });
      }
    }
    const phpunit = firstOf(files, 'phpunit.xml', 'phpunit.xml.dist');
    if (phpunit && !scripts?.has('test')) {
      gates.push({ name: 'test', run: 'vendor/bin/phpunit', detected_from: phpunit });
    }
    const phpstan = firstOf(files, 'phpstan.neon', 'phpstan.neon.dist');
    if (phpstan) {
      gates.push({
        name: 'typecheck',
        run: 'vendor/bin/phpstan analyse',
        detected_from: phpstan,
      });
    }
    return gates;
  },
};
