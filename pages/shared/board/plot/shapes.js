// Shapes of drawn points that are of several kinds, about (0, 0): of about the same area as a circle of radius r.
const SHAPES = {
  "●": [32, 1, 1],
  "▲": [3, 1.45, 1.45],
  "■": [4, 1.28, 1.28, Math.PI / 4],
  "◆": [4, 1.35, 1.35],
  "★": [10, 1.6, 0.72],
};

// The outline of a kind whose name begins with its shape, as the `d` of a path.
export function outlineOf(kind, r) {
  const [corners, outer, inner, turn = 0] = SHAPES[kind[0]];
  const places = Array.from({ length: corners }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / corners;
    const far = r * (i % 2 ? inner : outer);
    return `${(far * Math.sin(angle)).toFixed(2)} ${(-far * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${places.join("L")}z`;
}

// The kind of each drawn point, in their order; of a picture without kinds there is none.
export const kindsOf = (marks) => marks.find(({ kinds }) => kinds?.length)?.kinds ?? [];
