// Random input on a page of a board alone, from a seed: what hand and keys can do, dispatched here. Resolves to what was
// done.
window.randomInput = async (seed, count) => {
  const tree = document.querySelector("#board").shadowRoot;
  const board = tree.querySelector("[data-testid=board]");
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(random() * n);
  const one = (list) => list[below(list.length)];
  const frame = () => new Promise(requestAnimationFrame);
  const log = [];

  // A pointer that no device has cannot be captured: here the last node that asked for it has it until it is released.
  let captor = null;
  Object.assign(Element.prototype, {
    setPointerCapture() { captor = this; },
    releasePointerCapture() { captor = null; },
    hasPointerCapture() { return captor === this; },
  });
  const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.disabled;
  const all = (selector) => [...board.querySelectorAll(selector)].filter(shown);
  const send = (kind, x, y, more = {}) => {
    const target = (kind !== "pointerdown" && captor?.isConnected && captor) || tree.elementFromPoint(x, y);
    const given = { clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true, pointerId: 1, isPrimary: true, pointerType: "mouse", ...more };
    const Kind = kind.startsWith("pointer") ? PointerEvent : kind === "wheel" ? WheelEvent : MouseEvent;
    target?.dispatchEvent(new Kind(kind, given));
    return target;
  };
  const place = () => {
    const panels = all(".panel svg, .panel canvas");
    const node = random() < 0.7 ? (all(".panel.stage svg.plot")[0] ?? one(panels)) : one(panels);
    node.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + random() * width, top + random() * height];
  };
  const press = async (travels) => {
    let [x, y] = place();
    const button = random() < 0.15 ? 2 : 0;
    const keys = { shiftKey: random() < 0.1, altKey: random() < 0.1, button, buttons: button ? 2 : 1 };
    send("pointermove", x, y);
    const down = send("pointerdown", x, y, keys);
    for (let moves = travels ? 1 + below(5) : 0; moves > 0; moves--) {
      [x, y] = [x + 160 * (random() - 0.5), y + 160 * (random() - 0.5)];
      send("pointermove", x, y, { ...keys, button: -1 });
      await frame();
    }
    const up = send("pointerup", x, y, { ...keys, buttons: 0 });
    captor = null;
    if (up === down) send(button ? "contextmenu" : "click", x, y, { ...keys, buttons: 0, detail: 1 });
    log.push(`${travels ? "drag" : "press"} ${button} to ${x.toFixed()},${y.toFixed()}`);
  };
  const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Delete", "n", "+", "-", "0", "Escape", "Enter", " ", "Home", "End", "z", "a"];
  const key = () => {
    const focusable = all(".panel.stage [tabindex], .panel [role=slider], .panel [role=application]");
    if (random() < 0.6 && focusable.length) one(focusable).focus();
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const name = one(KEYS);
    const held = "az".includes(name);
    const given = { key: name, bubbles: true, cancelable: true, composed: true, shiftKey: random() < 0.3, ctrlKey: held };
    for (const kind of ["keydown", "keyup"]) (at ?? document.body).dispatchEvent(new KeyboardEvent(kind, given));
    log.push(`${held ? "Control+" : ""}${given.shiftKey ? "Shift+" : ""}${name}`);
  };
  const slide = () => {
    const slider = one(all("input[type=range]"));
    if (!slider) return;
    slider.value = +slider.min + random() * (slider.max - slider.min);
    for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
    log.push(`${slider.dataset.control} = ${slider.value}`);
  };
  const wheel = () => {
    const [x, y] = place();
    send("wheel", x, y, { deltaY: 200 * (random() - 0.5), ctrlKey: random() < 0.5 });
    log.push("wheel");
  };
  const tool = () => {
    const button = one(all('.tools [data-action="undo"], .tools [data-action="redo"], .tools [data-action="clear"]'));
    button?.click();
    log.push(button?.dataset.action ?? "no tool");
  };
  const acts = [() => press(false), () => press(true), () => press(true), key, key, slide, wheel, tool];
  for (let done = 0; done < count; done++) {
    await one(acts)();
    await frame();
  }
  return log;
};
