/** A vector of length one in a quarter of its bytes: one scale, then a whole number from -127 to 127 each. */
export function packVector(vector: Float32Array): Uint8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127 || 1;
  const packed = new Uint8Array(4 + vector.length);
  new DataView(packed.buffer).setFloat32(0, scale);
  const numbers = new Int8Array(packed.buffer, 4);
  vector.forEach((value, place) => {
    numbers[place] = Math.round(value / scale);
  });
  return packed;
}

export function unpackVector(packed: Uint8Array): Float32Array {
  const { scale, numbers } = parts(packed);
  const vector = Float32Array.from(numbers, (value) => value * scale);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}

/** The cosine of a question and a packed vector, both of length one. One that is damaged is near to nothing. */
export function cosineWith(query: Float32Array, packed: Uint8Array): number {
  if (packed.byteLength !== query.length + 4) return 0;
  const { scale, numbers } = parts(packed);
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += (query[i] ?? 0) * (numbers[i] ?? 0);
  const cosine = sum * scale;
  return Math.abs(cosine) <= 2 ? cosine : 0;
}

function parts(packed: Uint8Array): { readonly scale: number; readonly numbers: Int8Array } {
  return {
    scale: new DataView(packed.buffer, packed.byteOffset).getFloat32(0),
    numbers: new Int8Array(packed.buffer, packed.byteOffset + 4, packed.byteLength - 4),
  };
}

/** One bit per number, set where it is positive: enough to find the neighbourhood of a question. */
export function signsOf(vector: Float32Array): Uint8Array {
  const signs = new Uint8Array(Math.ceil(vector.length / 8));
  vector.forEach((value, place) => {
    if (value > 0) signs[place >> 3] = (signs[place >> 3] ?? 0) | (1 << (place & 7));
  });
  return signs;
}
