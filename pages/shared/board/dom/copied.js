// Copies a text of the page, and says so on the button that was pressed.

// A browser lends the clipboard only to pages served over HTTPS, and to localhost; elsewhere the text is marked, for Ctrl C.
export const copied = async (button, node) => {
  try {
    await navigator.clipboard.writeText(node.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(node);
    button.textContent = "Marked: press Ctrl C";
  }
};
