// The volume from 0 to 1, remembered in this browser. No DOM here.

const KEY = "neural-processes-volume";
const USUAL = 0.5;

export function remembered() {
  try {
    const text = localStorage.getItem(KEY);
    const volume = Number(text);
    return text && volume >= 0 && volume <= 1 ? volume : USUAL;
  } catch {
    return USUAL;
  }
}

export function remember(volume) {
  try {
    localStorage.setItem(KEY, String(volume));
  } catch {
    // A browser that keeps nothing: then each page begins with the usual volume.
  }
}
