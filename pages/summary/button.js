// The browser's own dialog: a printer, or a file.
// The page scrolls in a box of its own: with the focus there, the keys for paging work at once.
export default function ({ parentElement }) {
  document.querySelector('[data-testid="stMain"]')?.focus({ preventScroll: true });
  const button = parentElement.querySelector("button");
  const onClick = () => window.print();
  button.addEventListener("click", onClick);
  return () => button.removeEventListener("click", onClick);
}
