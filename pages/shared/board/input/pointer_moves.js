// Pointer moves without delay. A browser holds them back until the next frame; Chromium also tells of them at once, and
// what is asked then is often answered in time for that frame. One early move per frame is enough: a fast mouse sends
// eight, and the last of them comes with the frame anyway.

export function onMoves(node, move) {
  let last = "";
  let early = false;
  const take = (event) => {
    const told = [event.pointerId, event.clientX, event.clientY, event.altKey, event.buttons].join();
    if (told === last) return;
    last = told;
    move(event);
  };
  node.addEventListener("pointermove", take);
  node.addEventListener("pointerrawupdate", (event) => {
    if (early) return;
    early = true;
    requestAnimationFrame(() => (early = false));
    take(event);
  });
}
