// Asks the board on this page for a picture of itself.
export default function ({ parentElement }) {
  for (const button of parentElement.querySelectorAll("button")) {
    button.onclick = () => document.dispatchEvent(new CustomEvent("save-picture", { detail: button.dataset.kind }));
  }
}
