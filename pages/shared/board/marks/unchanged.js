// Whether a call is given the very same objects as the one before: what stays of an older response need not be drawn again.
export function unchanged() {
  let before = [];
  return (...given) => {
    const same = given.length === before.length && given.every((one, i) => one === before[i]);
    before = given;
    return same;
  };
}
