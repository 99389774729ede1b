import { isSpecType } from '@modelcontextprotocol/client';
import type { ContentBlock } from '../../tool/tool.ts';

/**
 * Blocks as every client can take them. One of a kind that the protocol does not have yet, or broken, would make
 * clients refuse the whole result: it is handed on as the text of its JSON.
 */
export function knownBlocks(blocks: readonly ContentBlock[]): ContentBlock[] {
  return blocks.map((block) =>
    isPlainText(block) || isSpecType.ContentBlock(block)
      ? block
      : { type: 'text', text: JSON.stringify(block) },
  );
}

/** What nearly every block is, told without the schema of all kinds. */
function isPlainText(block: ContentBlock): boolean {
  return block.type === 'text' && typeof block.text === 'string' && Object.keys(block).length === 2;
}
