// The bundle's entry. `--version` is answered here so that it costs no more than starting Node does.
import { version } from '../base/version.ts';

if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  void import('./main.ts').then(({ main }) => main(process.argv.slice(2)));
}
