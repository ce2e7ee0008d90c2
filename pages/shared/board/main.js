// Entry: Streamlit calls the default export at every change of the data, always with the same parent element.
import { Board } from "./board.js";

const boards = new WeakMap();

export default function mount(component) {
  const root = component.parentElement.querySelector(".board");
  let board = boards.get(root);
  if (!board) boards.set(root, (board = new Board(root)));
  board.update(component);
  // Streamlit cleans up after superseded runs too: only a node that has left the document is gone for good.
  return () => setTimeout(() => {
    if (root.isConnected || !boards.has(root)) return;
    boards.delete(root);
    board.destroy();
  });
}
