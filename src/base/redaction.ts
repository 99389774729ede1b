/** Everything that is logged or stored for others goes through one of these first. */
export { redactText } from './redaction/text.ts';
export { redactValue } from './redaction/values.ts';
