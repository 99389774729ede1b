/** Calls and statements that can fail a test, in the words of the usual libraries. */
const assertion =
  /\b(?:assert|expect|verify|should)\w*(?:\.\w+)*\s*[!(]|\bassert\s|\.should\b|\bmust_\w+|\brequire\.\w+\s*\(|\braises\s*\(|\b[tT]\.(?:Errorf?|Fatalf?|Fail|FailNow|is|not|deepEqual|like|true|false|truthy|falsy|throws|throwsAsync|rejects|equal|same|ok|notOk|match|strictEqual|strictSame)\s*\(/g;
/** Helpers that may assert; enough not to call a test empty, too little to count. */
const perhaps = /\b(?:check|ensure|validate|must|compare|test)\w*\s*\(/i;
const always =
  /\bexpect\s*\(\s*(?:true|1)\s*\)\s*\.\w+\s*\([^()]*\)|\bassert\w*(?:\.\w+)?!?\s*\(\s*(?:true|True|1)\s*[,)]|\bassert\s+(?:True|1|true)\b/g;

/** How many assertions masked code makes; those that always hold are none. */
export function countAssertions(code: string): number {
  return code.replace(always, '').match(assertion)?.length ?? 0;
}

/** Whether anything in a test's body can fail it. `body` begins with the call that declares the test. */
export function mayAssert(body: string): boolean {
  const inside = body.slice(body.search(/=>|\bfunction\b|\bdo\b|:\s*\n|\{/) + 1);
  return countAssertions(inside) > 0 || perhaps.test(inside.replace(always, ''));
}
