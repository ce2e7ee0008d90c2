// Files packed by `xz --format=lzma` (Pavlov, LZMA specification, 2015). It makes 1.8 MB of the runtime; gzip, which
// browsers unpack themselves, 3.0 MB.
const HEADER = 13;
const TOP = 2 ** 24;
const END = 2 ** 32 - 1; // the distance that ends a file
const even = (count) => new Uint16Array(count).fill(1024); // probabilities of a zero, of 2048

// Bits by their probabilities, each of which follows what was read.
class Bits {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at + 5;
    this.range = Uint32Array.of(END); // in arrays: numbers this large are slow elsewhere
    this.code = Uint32Array.of(new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + 1));
  }

  bit(chances, i) {
    const { range, code } = this;
    const chance = chances[i];
    const bound = Math.imul(range[0] >>> 11, chance) >>> 0;
    const one = code[0] >= bound;
    if (one) {
      range[0] -= bound;
      code[0] -= bound;
      chances[i] = chance - (chance >> 5);
    } else {
      range[0] = bound;
      chances[i] = chance + ((2048 - chance) >> 5);
    }
    if (range[0] < TOP) this.refill();
    return one ? 1 : 0;
  }

  refill() {
    this.range[0] <<= 8;
    this.code[0] = (this.code[0] << 8) | this.bytes[this.at++];
  }

  // Bits that are as often one as zero.
  direct(count) {
    const { range, code } = this;
    let found = 0;
    for (let i = 0; i < count; i++) {
      range[0] >>>= 1;
      const one = code[0] >= range[0];
      if (one) code[0] -= range[0];
      if (range[0] < TOP) this.refill();
      found = 2 * found + (one ? 1 : 0);
    }
    return found;
  }

  // A number of so many bits, the highest first.
  tree(chances, start, bits) {
    let node = 1;
    for (let i = 0; i < bits; i++) node = 2 * node + this.bit(chances, start + node);
    return node - (1 << bits);
  }

  // The same, the lowest first.
  reversed(chances, start, bits) {
    let node = 1;
    let found = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(chances, start + node);
      node = 2 * node + bit;
      found |= bit << i;
    }
    return found;
  }
}

// How long a match is, less two.
class Length {
  constructor() {
    Object.assign(this, { choice: even(2), low: even(128), middle: even(128), high: even(256) });
  }

  read(bits, place) {
    if (!bits.bit(this.choice, 0)) return bits.tree(this.low, 8 * place, 3);
    if (!bits.bit(this.choice, 1)) return 8 + bits.tree(this.middle, 8 * place, 3);
    return 16 + bits.tree(this.high, 0, 8);
  }
}

class Unpacking {
  constructor(bytes) {
    const [properties] = bytes;
    if (properties >= 225) throw new Error(`a file packed by LZMA was required, it begins with ${properties}`);
    this.literalBits = properties % 9;
    this.literalMask = (1 << (Math.floor(properties / 9) % 5)) - 1;
    this.placeMask = (1 << Math.floor(properties / 45)) - 1;
    this.bits = new Bits(bytes, HEADER);
    this.made = new Uint8Array(4 * bytes.length);
    Object.assign(this, { at: 0, state: 0, distances: [0, 0, 0, 0], lengths: new Length(), repeatedLengths: new Length() });
    Object.assign(this, { match: even(192), repeat: even(12), first: even(12), second: even(12), third: even(12), long: even(192) });
    Object.assign(this, { slots: even(256), special: even(128), align: even(16) });
    this.literals = even(0x300 * (this.literalMask + 1) * (1 << this.literalBits));
  }

  run() {
    const { bits, placeMask } = this;
    for (;;) {
      const place = this.at & placeMask;
      if (!bits.bit(this.match, 16 * this.state + place)) this.literal();
      else {
        const length = bits.bit(this.repeat, this.state) ? this.repeated(place) : this.matched(place);
        if (this.distances[0] === END) return this.made.slice(0, this.at);
        this.copy(length);
      }
    }
  }

  room(length) {
    if (this.at + length <= this.made.length) return;
    const more = new Uint8Array(2 * this.made.length + length);
    more.set(this.made);
    this.made = more;
  }

  literal() {
    this.room(1);
    const { bits, made, at, literals } = this;
    const before = at ? made[at - 1] : 0;
    const start = 0x300 * (((at & this.literalMask) << this.literalBits) + (before >> (8 - this.literalBits)));
    let symbol = 1;
    if (this.state > 6) {
      // After a match it is not the byte that the match would have gone on with: that one's bits are the context.
      let other = made[at - this.distances[0] - 1];
      for (let same = true; same && symbol < 256; other <<= 1) {
        const expected = (other >> 7) & 1;
        const bit = bits.bit(literals, start + 256 * (1 + expected) + symbol);
        symbol = 2 * symbol + bit;
        same = bit === expected;
      }
    }
    while (symbol < 256) symbol = 2 * symbol + bits.bit(literals, start + symbol);
    made[this.at++] = symbol;
    this.state = this.state < 4 ? 0 : this.state - (this.state < 10 ? 3 : 6);
  }

  // At one of the last four distances.
  repeated(place) {
    const { bits, state, distances } = this;
    const after = state > 6;
    if (bits.bit(this.first, state)) {
      const number = bits.bit(this.second, state) ? 2 + bits.bit(this.third, state) : 1;
      distances.unshift(...distances.splice(number, 1));
    } else if (!bits.bit(this.long, 16 * state + place)) {
      this.state = after ? 11 : 9;
      return 1;
    }
    this.state = after ? 11 : 8;
    return 2 + this.repeatedLengths.read(bits, place);
  }

  matched(place) {
    const length = this.lengths.read(this.bits, place);
    this.state = this.state > 6 ? 10 : 7;
    this.distances.pop();
    this.distances.unshift(this.distance(Math.min(length, 3)));
    return 2 + length;
  }

  distance(kind) {
    const { bits } = this;
    const slot = bits.tree(this.slots, 64 * kind, 6);
    if (slot < 4) return slot;
    const rest = (slot >> 1) - 1;
    const start = (2 + (slot & 1)) * 2 ** rest;
    if (slot < 14) return start + bits.reversed(this.special, start - slot, rest);
    return start + 16 * bits.direct(rest - 4) + bits.reversed(this.align, 0, 4);
  }

  copy(length) {
    this.room(length);
    const { made } = this;
    const from = this.distances[0] + 1;
    for (let i = 0; i < length; i++, this.at++) made[this.at] = made[this.at - from];
  }
}

export const lzma = (bytes) => new Unpacking(bytes).run();
