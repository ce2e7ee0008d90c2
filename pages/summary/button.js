// The browser's own dialog: a printer, or a file.
export default function ({ parentElement }) {
  const button = parentElement.querySelector("button");
  const onClick = () => window.print();
  button.addEventListener("click", onClick);
  return () => button.removeEventListener("click", onClick);
}
