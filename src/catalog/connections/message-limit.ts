/** The longest message a server may send. Larger ones are dropped on arrival and never held. */
export const largestMessage = 16 * 1024 * 1024;

/** Ours, in the range that JSON-RPC leaves to implementations: stands in for an answer that was dropped. */
export const tooLargeCode = -32_090;
