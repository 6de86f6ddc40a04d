// SHA-256 and HMAC (FIPS 180-4, RFC 2104) for pages that came by plain HTTP, where browsers keep WebCrypto from them.

const MASK = 0xffffffff, BLOCK = 64;

/** The first 32 bits of the fractions of square or cube roots of the first primes: the standard's numbers, worked out. */
function fractions(count, root) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let part = 2; part * part <= number; part++) if (number % part === 0) prime = false;
    if (prime) found.push(rootOf(number, root));
  }
  return found;
}

/** The fraction of a root, in 32 bits, by whole numbers: floating point would be off by one somewhere. */
function rootOf(number, root) {
  const wanted = BigInt(number) << BigInt(32 * root);
  let low = 0n, high = 1n << 40n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(root) <= wanted) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}

const START = fractions(8, 2), ROUNDS = fractions(64, 3);
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The message, a one, zeros, and its length in bits: whole blocks. */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer), bits = BigInt(bytes.length) * 8n;
  view.setBigUint64(whole.length - 8, bits);
  return view;
}

function scheduleOf(view, at) {
  const words = new Uint32Array(BLOCK);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < BLOCK; i++) {
    const a = words[i - 15], b = words[i - 2];
    words[i] = words[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + words[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
  }
  return words;
}

/** The SHA-256 of bytes, as bytes. */
export function hashed(bytes) {
  const state = Uint32Array.from(START), view = padded(bytes);
  for (let at = 0; at < view.byteLength; at += BLOCK) {
    const words = scheduleOf(view, at);
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < BLOCK; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) & MASK;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) & MASK;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + two) & MASK];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** The HMAC-SHA256 of bytes under a key, as bytes. */
export function signed(key, bytes) {
  const short = new Uint8Array(BLOCK);
  short.set(key.length > BLOCK ? hashed(key) : key);
  const under = (byte, rest) => hashed(Uint8Array.from([...short.map((each) => each ^ byte), ...rest]));
  return under(0x5c, under(0x36, bytes));
}
