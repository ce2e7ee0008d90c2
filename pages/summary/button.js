// The take-aways of the lessons that were done in this browser; and its own dialog: a printer, or a file.
// The page scrolls in a box of its own: with the focus there, the keys for paging work at once.
import { Progress } from "../shared/board/story/progress.js";

export default function summary({ data, parentElement }) {
  document.querySelector('[data-testid="stMain"]')?.focus({ preventScroll: true });
  const button = parentElement.querySelector("button");
  const onClick = () => window.print();
  button.addEventListener("click", onClick);
  // A style sheet: the page may come after this.
  const progress = new Progress();
  const done = data.filter((lesson) => progress.finished(lesson)).map(({ name }) => `.summary li[data-lesson="${name}"]`);
  const shown = new CSSStyleSheet();
  if (done.length) shown.replaceSync(`${done} { display: list-item } .summary .not-yet { display: none }`);
  document.adoptedStyleSheets.push(shown);
  return () => {
    button.removeEventListener("click", onClick);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== shown);
  };
}
