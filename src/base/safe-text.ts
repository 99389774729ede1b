// Two format characters stay: Persian, Indic scripts and joined emoji are not written without them.
const unseen = /(?!\n|\t|\u200c|\u200d)[\p{Cc}\p{Cf}]/gu;

/** Between plain letters they join nothing, and only keep a word from being recognised. */
const idleJoiners = /(?<=[!-~])[\u200c\u200d]+(?=[!-~])/g;

/** Text in which a reader sees all there is: no escape sequences, direction overrides or hidden characters. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unseen, '').replace(idleJoiners, '');
}

const tags =
  /<(\/?\|?\s*(?:\w+:)?(?:system(?:[-_]\w+)?|assistant|user|human|developer|instructions?|im_(?:start|end)|tool_(?:call|use|result)s?|function_(?:call|result)s?|invoke)(?![\w,])[^<>\n]{0,80})>/gi;
const bracketTags = /\[(\/?INST)\]|<<(\/?SYS)>>/gi;
const roles = /^([ \t#>*]*)(system|assistant|user|human|developer|tool)((?: \w+)?)[ \t]*:/gim;
const orders = [
  /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|of|the|your|my|these|those)\s+){0,4}(?:previous|prior|above|earlier|preceding|foregoing|system)\s+(?:instructions?|prompts?|rules?|messages?|guidelines?)/gi,
  /\byou\s+are\s+now\s+(?:an?|the|in)\b/gi,
  /\bnew\s+(?:system\s+)?(?:instructions?|prompt)\s*:/gi,
];

/**
 * For text that later sessions will be shown as something learnt: what pretends to be the system speaking, a
 * tool call or an order to drop the prompt loses that form and stays readable. A hindrance for stray text, not
 * a wall: prompts quote such text as data in any case.
 */
export function plainStatement(text: string): string {
  const calm = visibleText(text)
    .replace(tags, '‹$1›')
    .replace(bracketTags, (_, inst, sys) => `‹${inst ?? sys}›`)
    .replace(roles, '$1($2$3)');
  return orders.reduce((rest, order) => rest.replace(order, '[an order was removed]'), calm);
}
