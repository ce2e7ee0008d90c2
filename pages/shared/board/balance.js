// Two columns of about the same height. Pure.

const SLACK = 48; // pixels that a move has to win

// `left`: height of the stage's column without the ledger, `ledger`: of the ledger, `lenses`: of each lens panel.
// Says whether the ledger goes below the lenses, and how many of the last lenses go below the ledger.
export function balance(left, ledger, lenses) {
  let right = lenses.reduce((sum, height) => sum + height, 0);
  let all = left + ledger;
  if (Math.max(left, right + ledger) < Math.max(all, right) - SLACK) return { beside: true, spill: 0 };
  let spill = 0;
  while (spill < lenses.length - 1) {
    const height = lenses[lenses.length - 1 - spill];
    if (Math.max(all + height, right - height) > Math.max(all, right) - SLACK) break;
    all += height;
    right -= height;
    spill++;
  }
  return { beside: false, spill };
}
