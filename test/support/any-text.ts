import fc from 'fast-check';

const anyCharacter = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0xffff }),
    fc.integer({ min: 0x1_0000, max: 0x10_ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Text of any characters, controls among them. fast-check's own unit "binary" takes seconds to set up. */
export function anyText(limits: { minLength?: number; maxLength?: number } = {}) {
  return fc.string({ unit: anyCharacter, ...limits });
}
