/**
 * A small MCP server for the demo's catalog, written into the repository as a program of its own: whoever keeps the
 * folder can read it, and Ralph starts it like any other server.
 */
export const financeServer = String.raw`// A small MCP server over stdio: one JSON message per line, no packages needed.
import { createInterface } from 'node:readline';

// Standard rates of value added tax in percent, as of 2025.
const vat = {
  AT: 20, BE: 21, CZ: 21, DE: 19, DK: 25, ES: 21, FI: 25.5, FR: 20, GB: 20,
  IE: 23, IT: 22, LU: 17, NL: 21, NO: 25, PL: 23, PT: 23, SE: 25,
};
// Digits after the point, as ISO 4217 has them.
const decimals = { BHD: 3, CHF: 2, EUR: 2, GBP: 2, JPY: 0, KRW: 0, KWD: 3, SEK: 2, USD: 2 };

const text = (description) => ({ type: 'string', description });
const tool = (name, description, properties, answer) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  },
  answer,
});

function known(table, key, what) {
  const value = table[key.toUpperCase()];
  if (value === undefined) throw new Error('no ' + what + ' is known as ' + key);
  return value;
}

const digits = (value) => [...value.replace(/\D/g, '')].map(Number);

const tools = [
  tool(
    'vat_rate',
    'The standard rate of value added tax (VAT) in a country, in percent.',
    { country: text('Two letters, ISO 3166: DE, FR') },
    ({ country }) => ({
      country: country.toUpperCase(),
      percent: known(vat, country, 'country'),
      as_of: '2025',
    }),
  ),
  tool(
    'currency_decimals',
    'How many digits a currency has after the decimal point.',
    { currency: text('Three letters, ISO 4217: EUR, JPY') },
    ({ currency }) => ({ currency, decimals: known(decimals, currency, 'currency') }),
  ),
  tool(
    'check_iban',
    'Whether the check digits of an international bank account number are right.',
    { iban: text('With or without spaces') },
    ({ iban }) => {
      const compact = iban.replace(/\s/g, '').toUpperCase();
      const moved = compact.slice(4) + compact.slice(0, 4);
      const number = moved.replace(/[A-Z]/g, (letter) => parseInt(letter, 36));
      return { valid: /^\d{10,}$/.test(number) && BigInt(number) % 97n === 1n };
    },
  ),
  tool(
    'check_barcode',
    'Whether the check digit of an EAN-13 barcode is right.',
    { code: text('13 digits') },
    ({ code }) => {
      const sum = digits(code).reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 1 : 3), 0);
      return { valid: digits(code).length === 13 && sum % 10 === 0 };
    },
  ),
  tool(
    'check_card_number',
    'Whether the check digit of a payment card number is right (Luhn).',
    { number: text('With or without spaces') },
    ({ number }) => {
      const sum = digits(number)
        .reverse()
        .map((digit, at) => (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
        .reduce((all, digit) => all + digit, 0);
      return { valid: digits(number).length > 11 && sum % 10 === 0 };
    },
  ),
];

function call({ name, arguments: input = {} }) {
  const found = tools.find((one) => one.name === name);
  if (!found) throw new Error('no tool is called ' + name);
  const answer = found.answer(input);
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
  };
}

function result(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'finance', version: '1.0.0' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: tools.map(({ answer, ...listed }) => listed) };
    case 'tools/call':
      try {
        return call(params);
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: error.message }] };
      }
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = result(method, params);
  const body = answer
    ? { result: answer }
    : { error: { code: -32601, message: 'unknown method ' + method } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
});
`;
