// The link to what is seen, from Python, which has the whole state.
let count = Date.now(); // of requests, over all pages of a tab: a page before this one may have left its response

export class LinkHere {
  // `commit()` hands the drawing to Python, `request(count)` makes it send the link to it.
  constructor({ commit, request }) {
    Object.assign(this, { commit, request, waiting: [] });
  }

  // {link, svg, note, long}: the code to scan, what there is to know, whether a short link is offered; "" for a link that
  // would be too long.
  get() {
    count++;
    this.commit();
    this.request(count);
    return new Promise((done) => this.waiting.push({ number: count, done }));
  }

  update(share) {
    const ready = this.waiting.filter(({ number }) => share?.count >= number);
    this.waiting = this.waiting.filter((each) => !ready.includes(each));
    for (const { done } of ready) done(share);
  }
}
