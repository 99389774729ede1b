export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.write(`${argv.join(' ')}\n`);
}
