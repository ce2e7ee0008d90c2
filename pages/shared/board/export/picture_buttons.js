// Makes the board on this page export a picture of itself.
export default function ({ parentElement }) {
  for (const button of parentElement.querySelectorAll("button")) {
    button.onclick = () => document.dispatchEvent(new CustomEvent("save-picture", { detail: button.dataset.kind }));
  }
}
