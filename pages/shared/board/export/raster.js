// A drawn picture, {text, width, height} with SVG text, as pixels.

const SHARPNESS = 2; // pixels for each pixel on screen

export const painted = async ({ text, width, height }, canvas, sharpness) => {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const [wide, high] = [width * sharpness, height * sharpness];
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    canvas.getContext("2d").drawImage(image, 0, 0, wide, high);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
};

// As a file of that type, {blob, width, height} in pixels.
export const raster = async (drawn, type) => {
  const canvas = await painted(drawn, document.createElement("canvas"), SHARPNESS);
  const blob = await new Promise((done, failed) => canvas.toBlob((found) => (found ? done(found) : failed()), type, 0.95));
  return { blob, width: canvas.width, height: canvas.height };
};
